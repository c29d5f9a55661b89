// SPDX-License-Identifier: MIT
// The service worker. It keeps the page and, where there is one, the engine, so that both are there without a network;
// and it shows pushes while no page is open. A new version of the page is fetched beside the old one and takes over
// when no tab shows that any more.

const VERSION = '/*version*/'; // cmake/embed.cmake writes it
const SHELL = [/*files*/]; // and what the page is made of
const PAGE = `page ${VERSION}`;
const ENGINE = `engine ${VERSION} ${self.engineVersion || ''}`; // a server says which engine it has

self.addEventListener('install', (e) => {
  e.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(['/', ...SHELL])));
});

// What older versions kept goes, once none of their pages is open.
self.addEventListener('activate', (e) => {
  const drop = async () => {
    const names = (await caches.keys()).filter((name) => name !== PAGE && name !== ENGINE);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  e.waitUntil(drop());
});

/**
 * Everything any game needs, and the compiled rules of `game`, which the compiler could make too, three files
 * at a time, which leaves room for the page's own; what is there stays.
 */
async function keepEngine(game) {
  const cache = await caches.open(ENGINE);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const { files } = await (await fetch('/engine/files.json')).json();
  const wanted = files.filter((file) => !file.startsWith('compiled/') || file === `compiled/${game}.bin`);
  const left = wanted.map((file) => `/engine/${file}`).filter((path) => !there.has(path));
  const fetchNext = async () => {
    for (let path = left.shift(); path; path = left.shift()) {
      await cache.add(path).catch(() => {}); // it is tried again at the next visit
    }
  };
  await Promise.all([fetchNext(), fetchNext(), fetchNext()]);
}

self.addEventListener('message', (e) => {
  if (e.data?.keeps) e.waitUntil(keepEngine(e.data.game).catch(() => {}));
});

/** From the cache, else from the network, and then kept. */
async function kept(request, name) {
  const cache = await caches.open(name);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (e) => {
  const { pathname, origin } = new URL(e.request.url);
  const own = origin === self.location.origin && e.request.method === 'GET';
  if (!own || /^\/(api|ws|docs)\b/.test(pathname)) return; // asked of the server, always
  if (e.request.mode === 'navigate') e.respondWith(kept('/', PAGE));
  else if (pathname.startsWith('/engine/')) e.respondWith(kept(e.request, ENGINE));
  else e.respondWith(kept(e.request, PAGE));
});

self.addEventListener('push', (e) => {
  const m = e.data ? e.data.json() : {};
  e.waitUntil(
    self.registration.showNotification(m.title || 'Tessera', {
      body: m.text,
      icon: '/icon.svg',
      data: m.url || '/',
    }),
  );
});

self.addEventListener('notificationclick', (e) => {
  e.notification.close();
  e.waitUntil(self.clients.openWindow(e.notification.data));
});
