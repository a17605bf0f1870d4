import { describe, expect, it } from 'vitest';
import type { TurnView } from '#lib/net/types.ts';
import { rounds, turnEndFrom, turnEnds, turnNumber } from './turns.ts';

/** Return turns with the given seats and numbers of moves. */
function game(...given: [seat: number, moves: number][]): TurnView[] {
  let ply = 0;
  return given.map(([seat, moves], n) => ({
    seat,
    text: `t${n}`,
    moves: Array.from({ length: moves }, () => ({ ply: ++ply, text: '', spent: 0, at: 0, automatic: false })),
    complete: true,
  }));
}

const turns = game([0, 1], [1, 3], [0, 1], [1, 1]);

describe('the move list', () => {
  it('numbers rounds, with a column for each seat', () => {
    const found = rounds(turns, 2);
    expect(found.map((round) => [round.number, ...round.entries.map((entry) => entry?.turn.text)])).toEqual([
      [1, 't0', 't1'],
      [2, 't2', 't3'],
    ]);
  });

  it('leaves an empty cell for a seat that did not move', () => {
    expect(rounds(game([1, 1], [0, 1], [2, 1]), 3).map((round) => round.entries.map((entry) => entry?.index))).toEqual([
      [undefined, 0, undefined],
      [1, undefined, 2],
    ]);
  });

  it('is empty before the first move', () => {
    expect(rounds([], 2)).toEqual([]);
    expect(turnEnds([])).toEqual([0]);
  });
});

describe('reviewing earlier turns', () => {
  it('stops before the first move and after each turn, however many moves it had', () => {
    expect(turnEnds(turns)).toEqual([0, 1, 4, 5, 6]);
  });

  it.each([
    [6, -1, 5],
    [4, -1, 1],
    [3, -1, 1],
    [0, -1, 0],
    [1, 1, 4],
    [2, 1, 4],
    [6, 1, 6],
    [6, -99, 0],
    [0, 99, 6],
  ])('from ply %i by %i goes to %i', (ply, by, to) => {
    expect(turnEndFrom(turns, ply, by)).toBe(to);
  });

  it('names a ply by its turn', () => {
    expect([0, 1, 2, 4, 5].map((ply) => turnNumber(turns, ply))).toEqual([0, 1, 2, 2, 3]);
  });
});
