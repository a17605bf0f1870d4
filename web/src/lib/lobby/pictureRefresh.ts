/**
 * Refresh the pictures of games in the lobby. The lobby receives the start and end of games, but not their moves, so
 * its page requests pictures while it is visible.
 */

export const PICTURE_INTERVAL_MS = 3000;

/** Run a function at intervals while the page is visible, never twice at once; return a function that stops it. */
export function refreshWhileSeen(run: () => Promise<unknown>, isHidden: () => boolean): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (!running && !isHidden()) {
      running = true;
      void run()
        .catch(() => undefined) // the next one follows
        .finally(() => {
          running = false;
        });
    }
  }, PICTURE_INTERVAL_MS);
  return () => clearInterval(timer);
}
