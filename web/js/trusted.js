// SPDX-License-Identifier: MIT
// Scripts that the page starts by their addresses: the service worker, and the worker that plays without a
// server. Where browsers guard that (trusted types), they are told so; no other address comes through.

/** @type {any} */
let policy = null;

/** @param {string} href */
function known(href) {
  const url = new URL(href, location.href);
  const ours = url.origin === location.origin && /^\/sw\.js$|\/js\/local\/worker\.js$/.test(url.pathname);
  if (ours) return url.href;
  throw new TypeError(`not a worker of this page: ${href}`);
}

/** @param {string} href @returns {string} */
export function scriptUrl(href) {
  const { trustedTypes } = /** @type {any} */ (window);
  if (!trustedTypes) return known(href);
  policy = policy || trustedTypes.createPolicy('worker', { createScriptURL: known });
  return policy.createScriptURL(href);
}
