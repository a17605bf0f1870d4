/** What is to be heard besides the pieces, which the board sounds itself. */
import type { OutcomeView } from '#lib/net/types.ts';
import type { Sound } from '#lib/sound/sound.ts';

/** The sound of an end, for whoever listens: one's own defeat sounds otherwise than a win. */
export function endSound(outcome: OutcomeView, own: readonly number[]): Sound | null {
  if (outcome.results.length === 0) {
    return null;
  }
  if (outcome.drawn) {
    return 'drawn';
  }
  return own.length === 1 && outcome.losers.includes(own[0] ?? -1) ? 'lose' : 'win';
}

/** Whether a clock that ran down from one moment to the next is to tick: once a second in the last so many seconds. */
export function shouldTick(before: number | null, left: number | null, last: number): boolean {
  return (
    before !== null &&
    left !== null &&
    left > 0 &&
    left < last * 1000 &&
    Math.ceil(left / 1000) < Math.ceil(before / 1000)
  );
}
