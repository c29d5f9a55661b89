// SPDX-License-Identifier: MIT
// Scripts that the page starts by their addresses: the service worker, and the workers that have an engine.
// Where browsers guard that (trusted types), they are told so; no other address comes through.

/** @type {any} */
let policy = null;

/** @param {string} href */
function known(href) {
  const url = new URL(href, location.href);
  const path = /^\/sw\.js$|\/js\/((local|engine)\/|(studio|analysis)\/[a-z]+-)worker\.js$/;
  const ours = url.origin === location.origin && path.test(url.pathname);
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
