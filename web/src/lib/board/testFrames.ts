/** Animation frames for tests: the test decides when the next one comes. */
import { afterEach, beforeEach, vi } from 'vitest';

type FrameCallback = (now: number) => void;

/** Replace the browser's animation frames in every test of a file. */
export function useTestFrames(): { waiting: FrameCallback | null } {
  const frames: { waiting: FrameCallback | null } = { waiting: null };
  beforeEach(() => {
    frames.waiting = null;
    vi.stubGlobal('requestAnimationFrame', (run: FrameCallback) => {
      frames.waiting = run;
      return 1;
    });
    vi.stubGlobal('cancelAnimationFrame', () => {
      frames.waiting = null;
    });
    vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
  });
  afterEach(() => vi.unstubAllGlobals());
  return frames;
}
