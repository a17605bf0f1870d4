import { expect, test } from 'vitest';
import type { Board } from '#lib/board/contract.ts';
import { noteArrows, siteMoves, toggleArrow } from './arrows.ts';

const board = { sites: [{ label: 'a' }, { label: 'b' }] } as Board;

test('arrows connect sites by their labels, and a single site gets a ring', () => {
  expect(noteArrows([['a', 'b']], board)).toEqual([{ from: 0, to: 1, kind: 'note' }]);
  expect(noteArrows([['b', 'b']], board)).toEqual([{ from: null, to: 1, kind: 'note' }]);
  expect(noteArrows([['a', 'x']], board)).toEqual([]);
});

test('drawing an arrow again removes it', () => {
  expect(toggleArrow([], ['a', 'b'])).toEqual([['a', 'b']]);
  expect(toggleArrow([['a', 'b']], ['b', 'a'])).toHaveLength(2);
  expect(toggleArrow([['a', 'b']], ['a', 'b'])).toEqual([]);
});

test('every site can be clicked', () => {
  expect(siteMoves(board).map((move) => move.paths)).toEqual([[[0]], [[1]]]);
});
