// SPDX-License-Identifier: MIT
// The page's front door: which screen an address shows.

import { h, show } from './dom.js';
import { account, accountBar, loginScreen, profileScreen } from './account.js';
import { homeScreen } from './home.js';
import { historyScreen } from './history.js';
import { gameScreen, rulesScreen } from './setup.js';
import { matchScreen } from './match.js';

// Each screen gets (root, ...parts of the address) and may return a function
// that is called when it is left.
const SCREENS = [
  [/^\/$/, homeScreen],
  [/^\/g\/([\w-]+)$/, gameScreen],
  [/^\/g\/([\w-]+)\/rules$/, rulesScreen],
  [/^\/m\/([\w-]+)(?:\/([\w-]+))?$/, matchScreen],
  [/^\/login$/, loginScreen],
  [/^\/history$/, historyScreen],
  [/^\/u\/([^/]+)$/, profileScreen],
];

let leave = null;
let shown = ''; // the address

function find(address) {
  let path;
  try {
    path = decodeURI(address);
  } catch {
    path = ''; // a broken % sign: nowhere
  }
  return SCREENS.map(([pattern, screen]) => [path.match(pattern), screen]).find(([m]) => m);
}

async function route() {
  shown = location.pathname;
  if (leave) leave();
  leave = null;
  // Each visit draws into a box of its own: a screen that is slow to come up cannot draw over
  // the one that was asked for after it.
  const box = h('div', {}, h('p', { class: 'loading' }, 'Setting up the table …'));
  const found = find(location.pathname);
  document.title = 'Tessera';
  show(document.getElementById('main'), box);
  let done = null;
  try {
    if (!found) throw new Error('There is nothing at this address.');
    done = (await found[1](box, ...found[0].slice(1))) || null;
  } catch (error) {
    show(box, h('div', { class: 'panel' }, h('h1', {}, 'That did not work'), h('p', { class: 'error' }, error.message), h('a', { href: '/', class: 'button' }, 'To the games')));
  }
  if (box.isConnected) leave = done;
  else if (done) done();
}

/** Goes to another address of the page. */
export function go(path) {
  history.pushState(null, '', path);
  route();
  window.scrollTo(0, 0);
}

document.addEventListener('click', (e) => {
  const link = e.target.closest('a[href^="/"]');
  if (!link || link.hasAttribute('download') || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
  e.preventDefault();
  go(link.getAttribute('href'));
});
addEventListener('popstate', () => {
  if (location.pathname !== shown) route(); // else only the part behind # has changed
});
addEventListener('account', () => accountBar(document.getElementById('account')));

// The first request makes the session that all others then share.
account().catch(() => {}).then(() => {
  accountBar(document.getElementById('account'));
  route();
});
