/** Notify a viewer whose page is hidden that it is their turn: by title, icon and, if allowed, a notification. */
import { settings } from '#lib/settings/settings.svelte.ts';
import { goto } from '$app/navigation';

class Attention {
  /** Text for the title; "" if nothing waits. */
  waiting = $state('');

  constructor() {
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) {
          this.clear();
        }
      });
    }
  }

  /**
   * Notify if the page is hidden. A click on the notification leads to `address`. A later notification about the same
   * subject, also from another page, replaces it.
   */
  notify(text: string, subject: string, address = location.pathname): void {
    if (!document.hidden) {
      return;
    }
    this.waiting = text;
    // Browsers have no notifications on insecure origins.
    if (settings.notify && 'Notification' in window && Notification.permission === 'granted') {
      showNotification(text, { tag: `parlour ${subject}`, icon: '/icon.svg', data: address });
    }
  }

  clear(): void {
    this.waiting = '';
  }
}

export const attention = new Attention();

function showNotification(text: string, options: NotificationOptions): void {
  try {
    const notification = new Notification(text, options);
    notification.onclick = () => {
      window.focus();
      void goto(options.data);
      notification.close();
    };
  } catch {
    // Browsers of phones show only notifications of service workers.
    import('./workerNotification.ts').then((worker) => worker.showNotification(text, options)).catch(() => undefined); // Neither is possible: title and icon have changed.
  }
}

/** Ask the browser for permission; return false if it is denied or notifications are unavailable. */
export async function requestNotifications(): Promise<boolean> {
  if (!('Notification' in window)) {
    return false;
  }
  return (await Notification.requestPermission()) === 'granted';
}
