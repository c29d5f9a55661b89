// SPDX-License-Identifier: MIT
// Where the page comes with an engine, the browser keeps both, so that it opens and plays without a network;
// and what was played so is sent to the account when there is one again.

import { changed } from './account.js';
import { hasServer } from './api.js';
import { scriptUrl } from './trusted.js';

/** Sends matches that ended on this device, if there may be any. */
function send() {
  if (hasServer() && localStorage.getItem('here')) {
    import('./upload.js').then(({ sendFinished }) => sendFinished());
  }
}

/**
 * What a first match needs is there before the rest is fetched: on a slow line one would wait for the other.
 * @param {(string|URL)[]} files
 */
async function first(...files) {
  const all = files.map((file) => fetch(file).then((answer) => answer.arrayBuffer()));
  await Promise.all(all).catch(() => {}); // then it is fetched when it is needed
}

/** Starts the service worker, and lets it fetch what every game needs when there is nothing else to do. */
export async function keepPage() {
  addEventListener('finished', send);
  addEventListener('account', send);
  addEventListener('online', changed); // without a network nobody is known
  send();
  if (!('serviceWorker' in navigator)) return;
  await first(new URL('match.js', import.meta.url), '/engine/wasm/engine.wasm');
  await navigator.serviceWorker.register(scriptUrl('/sw.js'));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep the engine');
}
