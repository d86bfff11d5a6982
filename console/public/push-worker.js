// Wakes up when the server sends a push, which is empty: what happened is asked of the server itself, with this browser's sign-in.
self.addEventListener('push', (event) => {
  event.waitUntil(tell());
});

async function tell() {
  const response = await fetch('/api/notifications?unread=true&limit=1', { headers: { accept: 'application/json' } });
  const { notifications = [], unread = 0 } = response.ok ? await response.json() : {};
  const [newest] = notifications;
  const language = self.navigator.language.startsWith('pt') ? 'pt-BR' : 'en';
  const body = newest === undefined ? '' : newest.text[language];
  await self.registration.showNotification(unread > 1 ? `SIGEC-VE (${unread})` : 'SIGEC-VE', { body, tag: 'sigec' });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow('/notifications'));
});
