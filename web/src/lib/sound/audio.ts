/** The shared AudioContext. Browsers allow sound only after the first user gesture. */

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

/** Return the audio context, or null while sound is not allowed. */
export function audio(): AudioContext | null {
  return context?.state === 'running' ? context : null;
}

/** Run a callback when sound is allowed, at once if it is already; return a function that cancels it. */
export function whenAudible(run: () => void): () => void {
  waiting.add(run);
  if (audio()) {
    run();
  }
  return () => waiting.delete(run);
}
