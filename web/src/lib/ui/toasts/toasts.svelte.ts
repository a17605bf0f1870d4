/** Short messages, announced to screen readers. Those without an action disappear by themselves. */
import { errorText } from '#lib/net/errorText.ts';

export type ToastKind = 'news' | 'good' | 'bad';

export interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
  /** An optional button. */
  action?: { text: string; run: () => void };
  /** The match that it is about. */
  match?: string;
}

const SHOWN_MS = 6000;
const MAX_TOASTS = 3;

class Toasts {
  list = $state<Toast[]>([]);
  #next = 1;

  /**
   * Show a text; with an action, or for an error, until it is closed or its match is dismissed. It replaces what is
   * shown about the match.
   */
  show(text: string, kind: ToastKind = 'news', action?: Toast['action'], match?: string): void {
    if (this.list.some((toast) => toast.text === text)) {
      return;
    }
    const id = this.#next++;
    this.list = [
      ...this.list.filter((toast) => !match || toast.match !== match).slice(1 - MAX_TOASTS),
      { id, text, kind, ...(action ? { action } : {}), ...(match ? { match } : {}) },
    ];
    if (!action && kind !== 'bad') {
      setTimeout(() => this.close(id), SHOWN_MS);
    }
  }

  /** Show the message of an error. */
  error(error: unknown): void {
    this.show(errorText(error), 'bad');
  }

  /** Close what is shown about a match. */
  dismiss(match: string): void {
    this.list = this.list.filter((toast) => toast.match !== match);
  }

  close(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
