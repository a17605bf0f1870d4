// Opens the page of a notification that was clicked. See lib/shell/workerNotification.ts. It has no handler of requests:
// pages load as without it.

// Only pages that the worker controls can be led to another address.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Focus the page that shows an address, or lead another page to it, or open one. */
async function openPage(address) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find((one) => new URL(one.url).pathname === address);
  if (page) {
    await page.focus();
  } else if (pages.length > 0) {
    await (await pages[0].focus()).navigate(address);
  } else {
    await self.clients.openWindow(address);
  }
}
