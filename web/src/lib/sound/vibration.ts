/** Vibrate phones together with the sounds of pieces, even while sounds are muted. */
import { settings } from '#lib/settings/settings.svelte.ts';
import type { Sound } from './soundRecipes.ts';

/** Milliseconds of vibration and, between them, of rest. */
const PATTERNS: Partial<Record<Sound, number | number[]>> = {
  place: 12,
  turn: 8,
  draw: 12,
  capture: 30,
  burst: 45,
  row: [20, 40, 20],
  'your turn': [15, 60, 15],
  win: [30, 50, 30, 50, 60],
  lose: 80,
  drawn: [30, 60, 30],
};

/** Vibrate for a sound. A browser without vibration, or before the first touch of the page, does nothing. */
export function vibrate(name: Sound): void {
  const pattern = PATTERNS[name];
  if (settings.all.vibrate && pattern !== undefined && navigator.userActivation?.hasBeenActive !== false) {
    navigator.vibrate?.(pattern);
  }
}
