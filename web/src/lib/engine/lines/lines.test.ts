import { expect, test } from 'vitest';
import { effect, KINDS, moves, piece } from '#lib/board/testBoards.ts';
import type { LineView, MoveValueView } from '#lib/net/types.ts';
import {
  firstSeatShare,
  groupByValue,
  lineArrows,
  mistakeArrows,
  moveResult,
  seatShares,
  valueArrows,
} from './lines.ts';

const line = (from: number, to: number): LineView => ({
  turns: [`${from}-${to}`],
  moves: [`${from}-${to}`],
  score: '+1',
  odds: { win: 1, draw: 0, loss: 0 },
  proven: null,
  effects: [[effect('slide', piece(1, from), piece(1, to), { path: [from, to] })]],
  results: [1, 0],
});

const worth = (index: number, result: number | null, says: string, value = 0.5): MoveValueView => ({
  index,
  text: String(index),
  worth: value,
  result,
  turns: null,
  turns_exact: false,
  says,
  replies: null,
});

test('the best line has the strongest arrow, and another kind', () => {
  const arrows = lineArrows([line(0, 1), line(2, 3), line(4, 5)], KINDS);
  expect(arrows.map(({ from, to, kind }) => [from, to, kind])).toEqual([
    [0, 1, 'best'],
    [2, 3, 'other'],
    [4, 5, 'other'],
  ]);
  const strengths = arrows.map((arrow) => arrow.strength ?? 0);
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
});

test('a mistake and the better turn are drawn in different styles', () => {
  const played = line(2, 3).effects.flat();
  const kindsOf = (better: LineView | undefined) =>
    mistakeArrows(played, better, KINDS).map(({ from, to, kind }) => [from, to, kind]);
  expect(kindsOf(line(0, 1))).toEqual([
    [2, 3, 'mistake'],
    [0, 1, 'best'],
  ]);
  expect(kindsOf(undefined)).toEqual([[2, 3, 'mistake']]);
});

test('every proven move is shown, and the best of the others', () => {
  const legal = moves([[0, 1]], [[2]], [['verb']], ...Array.from({ length: 9 }, (_, n) => [[n + 3]]));
  const proven = [worth(0, 1, 'wins', 1), worth(1, -1, 'loses', 0), worth(2, 0, 'a draw')];
  expect(valueArrows(proven, legal).map(({ from, to, kind }) => [from, to, kind])).toEqual([
    [0, 1, 'best'],
    [null, 2, 'mistake'],
  ]);
  const open = Array.from({ length: 9 }, (_, n) => worth(n + 3, null, '50 %'));
  expect(valueArrows(open, legal)).toHaveLength(6);
});

test('moves of equal value are grouped', () => {
  const found = groupByValue([worth(0, 1, 'wins in 3'), worth(1, 1, 'wins in 3'), worth(2, -1, 'loses')]);
  expect(found.map(({ says, value, moves: of }) => [says, value, of.length])).toEqual([
    ['wins in 3', 'wins', 2],
    ['loses', 'loses', 1],
  ]);
  expect(moveResult({ result: 0 })).toBe('draws');
  expect(moveResult({ result: null })).toBe('open');
});

test('only games of two seats have a bar', () => {
  expect(firstSeatShare([0.3, 0.7])).toBe(0.3);
  expect(firstSeatShare([0.3, 0.3, 0.4])).toBeNull();
  expect(firstSeatShare(undefined)).toBeNull();
  expect(firstSeatShare(seatShares(1, 1))).toBe(0);
  expect(firstSeatShare(seatShares(0, 0.75))).toBe(0.75);
});
