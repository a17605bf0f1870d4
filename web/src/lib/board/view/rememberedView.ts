/** The view of a board, remembered in this browser under the game's name. */
import { type CameraView, normalizeDegrees, TILT_RANGE, ZOOM_RANGE } from './camera.ts';

const KEY = (name: string) => `parlour.view.${name}`;

/** Return the stored view, or null if there is no valid one. `turned` is relative to the seat in front. */
export function loadView(name: string): CameraView | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY(name)) ?? 'null');
    return parseView(stored);
  } catch {
    return null;
  }
}

export function saveView(name: string, view: CameraView | null): void {
  try {
    if (view) {
      localStorage.setItem(KEY(name), JSON.stringify(view));
    } else {
      localStorage.removeItem(KEY(name));
    }
  } catch {
    // Storage is unavailable: the view is not remembered.
  }
}

export function parseView(stored: unknown): CameraView | null {
  const { turned, tilt, zoom } = (stored ?? {}) as Record<string, unknown>;
  const within = (value: unknown, [low, high]: readonly [number, number]): value is number =>
    typeof value === 'number' && value >= low && value <= high;
  return typeof turned === 'number' && Number.isFinite(turned) && within(tilt, TILT_RANGE) && within(zoom, ZOOM_RANGE)
    ? { turned: normalizeDegrees(turned), tilt, zoom }
    : null;
}
