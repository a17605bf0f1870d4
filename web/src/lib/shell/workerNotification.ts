/** Notifications of the service worker, which are all that browsers of phones have; loaded by the first one. */

/** Show a notification, whose clicks the service worker handles. */
export async function showNotification(text: string, options: NotificationOptions): Promise<void> {
  await navigator.serviceWorker.register('/notification-worker.js');
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(text, options);
}
