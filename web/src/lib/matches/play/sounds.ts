/** Sounds of a match, other than those of pieces, which the board plays. */
import type { OutcomeView } from '#lib/net/types.ts';
import type { Sound } from '#lib/sound/sound.ts';

/** Return the sound of a result; a defeat of the viewer has its own. */
export function endSound(outcome: OutcomeView, own: readonly number[]): Sound | null {
  if (outcome.results.length === 0) {
    return null;
  }
  if (outcome.drawn) {
    return 'drawn';
  }
  return own.length === 1 && outcome.losers.includes(own[0] ?? -1) ? 'lose' : 'win';
}

/** Return whether a clock ticks between two readings: once per second of the last `last` seconds. */
export function shouldTick(before: number | null, left: number | null, last: number): boolean {
  return (
    before !== null &&
    left !== null &&
    left > 0 &&
    left < last * 1000 &&
    Math.ceil(left / 1000) < Math.ceil(before / 1000)
  );
}
