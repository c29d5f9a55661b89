// SPDX-License-Identifier: MIT
// Asks for what the first screen needs before the rest of the page has come: who one is, the games of the
// front page, the script of matches. api.js takes the answers.

const early = (globalThis.early ??= {});
const { pathname } = location;

for (const path of pathname === '/' ? ['/api/me', '/api/games'] : ['/api/me']) {
  if (path in early) continue; // the page was faster
  early[path] = fetch(path, { credentials: 'same-origin' });
  early[path].catch(() => {}); // whoever needs them asks again
}
if (/^\/($|m\/)/.test(pathname)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = new URL('match.js', import.meta.url).href;
  document.head.append(link);
}
