/** Notify a viewer whose page is hidden that it is their turn: by title, icon and, if allowed, a notification. */
import { settings } from '#lib/settings/settings.svelte.ts';

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

  /** Notify if the page is hidden. `go` runs when the notification is clicked. */
  notify(text: string, go: () => void = () => undefined): void {
    if (!document.hidden) {
      return;
    }
    this.waiting = text;
    // Browsers have no notifications on insecure origins.
    if (settings.notify && 'Notification' in window && Notification.permission === 'granted') {
      const notification = new Notification(text, { tag: 'parlour-your-turn', icon: '/icon.svg' });
      notification.onclick = () => {
        window.focus();
        go();
        notification.close();
      };
    }
  }

  clear(): void {
    this.waiting = '';
  }
}

export const attention = new Attention();

/** Ask the browser for permission; return false if it is denied or notifications are unavailable. */
export async function requestNotifications(): Promise<boolean> {
  if (!('Notification' in window)) {
    return false;
  }
  return (await Notification.requestPermission()) === 'granted';
}
