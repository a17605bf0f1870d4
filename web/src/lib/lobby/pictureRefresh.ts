/** The lobby learns of games that begin and end, but not of moves: its page asks for them, as long as it is seen. */

export const PICTURE_INTERVAL_MS = 3000;

/** Run something at intervals while the page is seen, never twice at once; return how to stop. */
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
