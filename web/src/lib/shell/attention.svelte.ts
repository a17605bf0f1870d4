/** Tells somebody who looks elsewhere that it is their turn: title and icon change, and a notification where allowed. */
import { settings } from '#lib/settings/settings.svelte.ts';

class Attention {
  /** What waits, in words; "" when nothing does. */
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

  /** Calls, if the page is not being looked at. `go` is done when the notification is pressed. */
  call(text: string, go: () => void = () => undefined): void {
    if (!document.hidden) {
      return;
    }
    this.waiting = text;
    // On a plain address in a network browsers have no notifications.
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

/** Asks the browser for leave to notify; false if it does not give it, or has no notifications. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) {
    return false;
  }
  return (await Notification.requestPermission()) === 'granted';
}
