// SPDX-License-Identifier: MIT
// A new password by a link of the operator's: the word is behind the # and so in no log.

const form = /** @type {HTMLFormElement} */ (document.getElementById("reset"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("password"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await fetch("/api/reset", {
        method: "POST",
        body: JSON.stringify({ word: location.hash.slice(1), password: field.value }),
    });
    const body = await answer.json().catch(() => ({}));
    const done = "Your new password is kept. You can sign in with it now.";
    said.textContent = answer.ok ? done : body.error || "That did not work.";
    form.hidden = answer.ok;
});
