/**
 * The shared AudioContext. Browsers allow sound only after a user gesture. While the page is muted there is none: an
 * AudioContext takes processor time even if nothing is played.
 */
import { settings } from '#lib/settings/settings.svelte.ts';

let context: AudioContext | null = null;
const waiting = new Set<() => void>();

if (typeof window !== 'undefined') {
  const gestures = new AbortController();
  const wake = async () => {
    if (settings.muted) {
      return;
    }
    gestures.abort();
    context ??= 'AudioContext' in window ? new AudioContext() : null;
    await context?.resume();
    for (const run of waiting) {
      run();
    }
  };
  for (const gesture of ['pointerdown', 'keydown']) {
    window.addEventListener(gesture, wake, { capture: true, signal: gestures.signal });
  }
  // These come after what the gesture changes: it may have turned the sound on.
  for (const gesture of ['click', 'keyup']) {
    window.addEventListener(gesture, wake, { signal: gestures.signal });
  }
}

/** Return the audio context, or null while sound is not allowed. */
export function audio(): AudioContext | null {
  return context?.state === 'running' ? context : null;
}

/** Run a callback when sound is allowed, immediately if it is already; return a function that cancels it. */
export function whenAudible(run: () => void): () => void {
  waiting.add(run);
  if (audio()) {
    run();
  }
  return () => waiting.delete(run);
}
