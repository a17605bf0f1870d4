import { describe, expect, it } from 'vitest';
import type { OutcomeView } from '#lib/api/types.ts';
import { endSound, ticks } from './sounds.ts';

const outcome = (results: number[]): OutcomeView => ({
  results,
  winners: results.flatMap((result, seat) => (result === 1 ? [seat] : [])),
  losers: results.flatMap((result, seat) => (result === 0 ? [seat] : [])),
  drawn: results.length > 0 && results.every((result) => result === 0.5),
  reason: '',
  text: '',
});

describe('sounds of a match', () => {
  it.each([
    [[1, 0], [0], 'win'],
    [[1, 0], [1], 'lose'],
    [[1, 0], [0, 1], 'win'],
    [[1, 0], [], 'win'],
    [[0.5, 0.5], [0], 'drawn'],
    [[], [0], null],
  ])('after %j, heard by seats %j: %s', (results, own, name) => {
    expect(endSound(outcome(results), own)).toBe(name);
  });

  it('tick once a second when little time is left', () => {
    expect(ticks(9100, 8990)).toBe(true);
    expect(ticks(8990, 8790)).toBe(false);
    expect(ticks(12_100, 11_900)).toBe(false);
    expect(ticks(200, 0)).toBe(false);
    expect(ticks(null, 5000)).toBe(false);
  });
});
