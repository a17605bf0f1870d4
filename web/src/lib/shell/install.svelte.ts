/**
 * Installing the page as an app: the browser's own prompt where it offers one. On a phone without that offer, such as an
 * address in the local network without HTTPS, the page explains how to add it to the home screen.
 */

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  #event = $state.raw<InstallEvent | null>(null);
  #installed = $state(false);
  readonly #phone: boolean = false;

  constructor() {
    if (typeof window === 'undefined') {
      return;
    }
    this.#installed = matchMedia('(display-mode: standalone)').matches;
    this.#phone = matchMedia('(hover: none) and (pointer: coarse)').matches;
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.#event = event as InstallEvent;
    });
    window.addEventListener('appinstalled', () => {
      this.#event = null;
      this.#installed = true;
    });
  }

  /** How the page can be installed: by the browser's prompt, by hand, or not at all. */
  get way(): 'prompt' | 'by-hand' | null {
    if (this.#installed) {
      return null;
    }
    return this.#event ? 'prompt' : this.#phone ? 'by-hand' : null;
  }

  /** Show the browser's prompt. It can be used once; the browser offers another one later. */
  async prompt(): Promise<void> {
    const event = this.#event;
    this.#event = null;
    await event?.prompt();
  }
}

export const install = new Install();
