// SPDX-License-Identifier: MIT
// Finds sections of the documents by all the words that are typed. The index is a script, loaded when somebody begins to
// search, so that it works from a folder too, without a server.
"use strict";

const MOST = 20;

/** Words as they are compared: small letters, without accents. */
function plain(text) {
  return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}

/** How well a section fits; 0 if a word is missing. Words in titles and headings weigh more, and
 *  beginnings of words, and whole words most. */
function weigh(row, words) {
  const parts = [[row.title, 12], [row.heading, 8], [row.text, 1]];
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const [text, weight] of parts) {
      const at = text.indexOf(word);
      if (at < 0) continue;
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      const whole = begins && !/[\p{L}\p{N}]/u.test(text[at + word.length] || " ");
      best = Math.max(best, whole ? 3 * weight : begins ? 2 * weight : weight);
    }
    if (!best) return 0;
    sum += best;
  }
  return sum / (1 + row.text.length / 20000);
}

/** The best sections, at most MOST, for `[page, place, title, heading, text]` rows. */
function find(index, query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return index
    .map(([page, place, title, heading, text]) => ({page, place, title, heading, text,
      weight: weigh({title: plain(title), heading: plain(heading), text: plain(text)}, words)}))
    .filter((row) => row.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST);
}

/** Some words around the first place where one of them stands. */
function excerpt(text, query) {
  const at = Math.max(0, plain(text).indexOf(plain(query).split(/\s+/).filter(Boolean)[0] || "") - 40);
  return (at ? "… " : "") + text.slice(at, at + 160) + (text.length > at + 160 ? " …" : "");
}

function load(up) {
  if (window.tesseraIndex) return Promise.resolve(window.tesseraIndex);
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = up + "index-of-words.js";
    script.onload = () => done(window.tesseraIndex);
    script.onerror = failed;
    document.head.append(script);
  });
}

function row(found, up, query) {
  const a = document.createElement("a");
  const b = document.createElement("b");
  const span = document.createElement("span");
  a.href = up + found.page + (found.place ? "#" + found.place : "");
  b.textContent = found.title;
  span.textContent = excerpt(found.text, query);
  a.append(b, found.heading ? " " + found.heading : "", span);
  return a;
}

async function show(input, box, up) {
  const query = input.value.trim();
  box.hidden = !query;
  if (!query) return;
  const rows = find(await load(up), query);
  if (input.value.trim() !== query) return; // more was typed meanwhile
  const none = document.createElement("p");
  none.textContent = "Nothing has all of these words.";
  box.replaceChildren(...(rows.length ? rows.map((r) => row(r, up, query)) : [none]));
}

function begin() {
  const input = document.getElementById("search");
  const box = document.getElementById("found");
  const up = document.body.dataset.up;
  const menu = document.querySelector("nav details");
  if (matchMedia("(max-width: 60rem)").matches) menu.open = false; // the text first
  input.addEventListener("input", () => show(input, box, up));
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    box.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(event.target.tagName)) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      box.hidden = true;
    }
  });
  document.addEventListener("click", (event) => {
    if (!box.contains(event.target) && event.target !== input) box.hidden = true;
  });
}

if (typeof document === "undefined") {
  module.exports = {find, excerpt}; // for the tests
} else {
  begin();
}
