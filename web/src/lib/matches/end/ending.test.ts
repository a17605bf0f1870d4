import { describe, expect, it } from 'vitest';
import type { Effect, MarkView } from '#lib/net/types.ts';
import { outcomeOf } from '../testOutcome.ts';
import { decisiveSites, endCause, endTitle, headlineSeat } from './ending.ts';

const nameOf = (seat: number) => ['Ada', 'Bo', 'Cy'][seat] ?? '';

describe('the title of a result', () => {
  it.each([
    [[1, 0], [], 'Ada won'],
    [[1, 0], [0], 'You won'],
    [[1, 0], [1], 'You lost'],
    [[1, 0], [0, 1], 'Ada won'],
    [[0.5, 0.5], [0], 'Draw'],
    [[1, 0, 1], [0], 'Bo lost'],
    [[1, 0, 1], [1], 'You lost'],
    [[], [0], 'No result'],
  ])('%j seen by seats %j: %s', (results, own, text) => {
    expect(endTitle(outcomeOf(results), nameOf, own)).toBe(text);
  });
});

describe('the reason of a result', () => {
  const outcome = { ...outcomeOf([1, 0]), reason: 'resign', cause: 'Bo resigned.' };
  it('is worded for a viewer who resigned or ran out of time', () => {
    expect(endCause(outcome, [1])).toBe('You resigned.');
    expect(endCause({ ...outcome, reason: 'time' }, [1])).toBe('You ran out of time.');
  });
  it.each([
    ['the opponent', [0]],
    ['a spectator', []],
    ['a shared screen', [0, 1]],
  ])('names the player for %s', (_, own) => {
    expect(endCause(outcome, own)).toBe('Bo resigned.');
  });
  it('is the game’s own if the game was decided on the board', () => {
    expect(endCause({ ...outcome, reason: 'triangle', cause: 'Bo made a triangle.' }, [1])).toBe('Bo made a triangle.');
  });
});

it.each([
  ['You won', [1, 0], [0], 0],
  ['You lost', [1, 0], [1], 1],
  ['You lost, of three', [1, 0, 1], [1], 1],
  ['Ada won', [1, 0], [], 0],
  ['Bo lost', [1, 0, 1], [], 1],
  ['Draw', [0.5, 0.5], [0], undefined],
])('the headline “%s” has the colour of the player it names', (_, results, own, seat) => {
  expect(headlineSeat(outcomeOf(results), own)).toBe(seat);
});

describe('the decisive sites', () => {
  const onBoard = { ...outcomeOf([1, 0]), reason: 'pharaoh' };
  const marks = [{ sites: [1, 2] } as MarkView, { sites: [2, 5] } as MarkView];
  const slide = { before: { place: 3 }, after: { place: 7 } } as Effect;
  it('are the marked sites', () => {
    expect(decisiveSites(onBoard, marks, [slide])).toEqual([1, 2, 5]);
  });
  it('are otherwise those of the last move, without trays', () => {
    expect(decisiveSites(onBoard, [], [slide, { before: { place: 7 }, after: { place: 'out' } } as Effect])).toEqual([
      3, 7,
    ]);
    expect(decisiveSites(onBoard, [], [{ before: null, after: { place: [0, 4] } } as unknown as Effect])).toEqual([
      0, 4,
    ]);
  });
  it.each(['resign', 'time', 'agreement', 'adjudication', 'abort'])('are none after %s', (reason) => {
    expect(decisiveSites({ ...onBoard, reason }, marks, [slide])).toEqual([]);
  });
});
