// SPDX-License-Identifier: MIT
// The page's front door: which screen an address shows.

import { h, show } from './dom.js';
import { account, accountBar, loginScreen, profileScreen } from './account.js';
import { homeScreen } from './home.js';
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
  [/^\/u\/([^/]+)$/, profileScreen],
];

let leave = null;

async function route() {
  const root = document.getElementById('main');
  if (leave) leave();
  leave = null;
  const path = decodeURI(location.pathname);
  const found = SCREENS.map(([pattern, screen]) => [path.match(pattern), screen]).find(([m]) => m);
  document.title = 'Tessera';
  show(root, h('p', { class: 'loading' }, 'Setting up the table …'));
  try {
    if (!found) throw new Error('There is nothing at this address.');
    leave = (await found[1](root, ...found[0].slice(1))) || null;
  } catch (error) {
    show(root, h('div', { class: 'panel' }, h('h1', {}, 'That did not work'), h('p', { class: 'error' }, error.message), h('a', { href: '/', class: 'button' }, 'To the games')));
  }
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
addEventListener('popstate', route);
addEventListener('account', () => accountBar(document.getElementById('account')));

// The first request makes the session that all others then share.
account().catch(() => {}).then(() => {
  accountBar(document.getElementById('account'));
  route();
});
