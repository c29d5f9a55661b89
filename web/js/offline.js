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

/** What the page's head asks for, which a first match needs: on a slow line it would wait for the rest. */
async function isThere() {
  const links = document.querySelectorAll('link[rel=preload], link[rel=modulepreload]');
  const all = [...links].map((link) => fetch(/** @type {HTMLLinkElement} */ (link).href));
  await Promise.all(all.map((answer) => answer.then((a) => a.arrayBuffer()))).catch(() => {}); // later, then
}

const QUIET_AFTER = 4000; // ms

/** When a match is shown, whose first messages would be held up, or nobody has begun one for a while. */
const quiet = () =>
  new Promise((done) => {
    addEventListener('facts', done, { once: true });
    setTimeout(done, QUIET_AFTER);
  });

/** Starts the service worker, and lets it fetch what every game needs when there is nothing else to do. */
export async function keepPage() {
  addEventListener('finished', send);
  addEventListener('account', send);
  addEventListener('online', changed); // without a network nobody is known
  send();
  if (!('serviceWorker' in navigator)) return;
  if (!navigator.serviceWorker.controller) await Promise.all([isThere(), quiet()]); // else all of it is kept
  await navigator.serviceWorker.register(scriptUrl('/sw.js'));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keeps: 'engine', game: localStorage.getItem('last game') });
}
