import { describe, expect, it } from 'vitest';
import type { Effect, MarkView, OutcomeView } from '#lib/net/types.ts';
import { decisiveSites, endTitle } from './ending.ts';

const outcome = (results: number[]): OutcomeView => ({
  results,
  winners: results.flatMap((result, seat) => (result === 1 ? [seat] : [])),
  losers: results.flatMap((result, seat) => (result === 0 ? [seat] : [])),
  drawn: results.length > 0 && results.every((result) => result === 0.5),
  reason: '',
  text: '',
});
const nameOf = (seat: number) => ['Ada', 'Bo', 'Cy'][seat] ?? '';

describe('the words of an end', () => {
  it.each([
    [[1, 0], [], 'Ada wins'],
    [[1, 0], [0], 'You win'],
    [[1, 0], [1], 'Ada wins'],
    [[1, 0], [0, 1], 'Ada wins'],
    [[0.5, 0.5], [0], 'Draw'],
    [[1, 0, 1], [0], 'Bo lost'],
    [[], [0], 'No result'],
  ])('%j seen by seats %j: %s', (results, own, text) => {
    expect(endTitle(outcome(results), nameOf, own)).toBe(text);
  });
});

describe('the decisive place', () => {
  const slide = { before: { place: 3 }, after: { place: 7 } } as Effect;
  it('is what is marked', () => {
    expect(decisiveSites([{ sites: [1, 2] } as MarkView, { sites: [2, 5] } as MarkView], [slide])).toEqual([1, 2, 5]);
  });
  it('or where the last move was; trays are no such place', () => {
    expect(decisiveSites([], [slide, { before: { place: 7 }, after: { place: 'out' } } as Effect])).toEqual([3, 7]);
    expect(decisiveSites([], [{ before: null, after: { place: [0, 4] } } as unknown as Effect])).toEqual([0, 4]);
  });
});
