/** Full screen, if the browser supports it. */
class Fullscreen {
  on = $state(false);
  readonly possible = typeof document !== 'undefined' && document.fullscreenEnabled;

  constructor() {
    if (this.possible) {
      document.addEventListener('fullscreenchange', () => {
        this.on = document.fullscreenElement !== null;
      });
    }
  }

  async toggle(): Promise<void> {
    if (!this.possible) {
      return;
    }
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  }
}

export const fullscreen = new Fullscreen();
