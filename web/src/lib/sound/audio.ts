/** The one way to be heard. Browsers allow sound only after somebody has touched the page. */

let context: AudioContext | null = null;
const waiting = new Set<() => void>();

if (typeof window !== 'undefined') {
  const wake = async () => {
    context ??= 'AudioContext' in window ? new AudioContext() : null;
    await context?.resume();
    for (const run of waiting) {
      run();
    }
  };
  for (const gesture of ['pointerdown', 'keydown']) {
    window.addEventListener(gesture, wake, { once: true, capture: true });
  }
}

/** What sounds are made with; null as long as nothing may be heard. */
export function audio(): AudioContext | null {
  return context?.state === 'running' ? context : null;
}

/** Runs something when sounds may be heard, at once if they may already; gives a way to forget it. */
export function whenAudible(run: () => void): () => void {
  waiting.add(run);
  if (audio()) {
    run();
  }
  return () => waiting.delete(run);
}
