// SPDX-License-Identifier: MIT
// Going to another address of the page; main.js shows what is there.

/** @param {string} path */
export function go(path) {
  history.pushState(null, '', path);
  dispatchEvent(new Event('go'));
}
