// SPDX-License-Identifier: MIT
// Going to another address of the page; main.js shows what is there.

/** @param {string} path @param {any} [told] what is known already of what is there */
export function go(path, told) {
  history.pushState(null, '', path);
  dispatchEvent(new CustomEvent('go', { detail: told }));
}
