// SPDX-License-Identifier: MIT
// Asks for what the first screen needs before the rest of the page has come: the games of the front page, or
// the script of matches.

if (location.pathname === '/' && !('earlyGames' in globalThis)) {
  globalThis.earlyGames = fetch('/api/games', { credentials: 'same-origin' });
  globalThis.earlyGames.catch(() => {}); // whoever needs them asks again
} else if (location.pathname.startsWith('/m/')) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = new URL('match.js', import.meta.url).href;
  document.head.append(link);
}
