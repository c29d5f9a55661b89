// SPDX-License-Identifier: MIT
// What the browser does with a push while no page is open: shows it, and opens the match when it is clicked.

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
