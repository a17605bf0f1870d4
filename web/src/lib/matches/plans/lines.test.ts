import { expect, test } from 'vitest';
import { addLine, type PlannedTurn } from './lines.ts';

/** Return turns of which the opponent's are at even places and the viewer's at odd ones. */
function turns(...texts: string[]): PlannedTurn[] {
  return texts.map((text, n) => ({ text, own: n % 2 === 1 }));
}

test('a line is kept up to the last reply', () => {
  expect(addLine([], turns('a', 'b', 'c'))).toEqual([['a', 'b']]);
  expect(addLine([], turns('a'))).toEqual([]);
});

test('a longer line replaces its beginning, and a beginning changes nothing', () => {
  expect(addLine([['a', 'b']], turns('a', 'b', 'c', 'd'))).toEqual([['a', 'b', 'c', 'd']]);
  expect(addLine([['a', 'b', 'c', 'd']], turns('a', 'b'))).toEqual([['a', 'b', 'c', 'd']]);
});

test('other turns of the opponent branch off, another reply replaces the first', () => {
  expect(addLine([['a', 'b']], turns('x', 'y'))).toEqual([
    ['a', 'b'],
    ['x', 'y'],
  ]);
  expect(addLine([['a', 'b', 'c', 'd']], turns('a', 'b', 'e', 'f'))).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'e', 'f'],
  ]);
  expect(addLine([['a', 'b', 'c', 'd']], turns('a', 'z'))).toEqual([['a', 'z']]);
});
