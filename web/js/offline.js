// SPDX-License-Identifier: MIT
// Where the page comes with an engine, the browser keeps both, so that it opens and plays without a network.

import { scriptUrl } from './trusted.js';

/** Starts the service worker, and lets it fetch what every game needs when there is nothing else to do. */
export async function keepPage() {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(scriptUrl('/sw.js'));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep the engine');
}
