/** Outcomes for tests. */
import type { OutcomeView } from '#lib/net/types.ts';

export const outcomeOf = (results: number[]): OutcomeView => ({
  results,
  winners: results.flatMap((result, seat) => (result === 1 ? [seat] : [])),
  losers: results.flatMap((result, seat) => (result === 0 ? [seat] : [])),
  drawn: results.length > 0 && results.every((result) => result === 0.5),
  reason: '',
  text: '',
  cause: '',
});
