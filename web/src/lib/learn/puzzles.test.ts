import { expect, test } from 'vitest';
import type { PuzzleState, PuzzleSummaryView } from '#lib/net/types.ts';
import { ALL_PUZZLES, difficulties, filterPuzzles, nextUnsolved, withResult } from './puzzles.ts';

function puzzle(id: string, state: PuzzleState = 'new', theme = 'win', grade = 1): PuzzleSummaryView {
  return { id, share: '', theme, grade, turns: 1, state };
}

test('theme and grade filter the list and keep its order', () => {
  const all = [puzzle('a'), puzzle('b', 'new', 'save', 2), puzzle('c', 'new', 'save', 1)];
  expect(filterPuzzles(all, ALL_PUZZLES).map((one) => one.id)).toEqual(['a', 'b', 'c']);
  expect(filterPuzzles(all, { theme: 'save', grade: 0 }).map((one) => one.id)).toEqual(['b', 'c']);
  expect(filterPuzzles(all, { theme: 'save', grade: 1 }).map((one) => one.id)).toEqual(['c']);
  expect(difficulties([puzzle('x', 'new', 'win', 4), ...all])).toEqual([1, 2, 4]);
});

test('the next unsolved puzzle follows the current one and wraps around', () => {
  const all = [puzzle('a', 'missed'), puzzle('b', 'clean'), puzzle('c'), puzzle('d', 'solved')];
  expect(nextUnsolved(all, null)?.id).toBe('a');
  expect(nextUnsolved(all, 'a')?.id).toBe('c');
  expect(nextUnsolved(all, 'c')?.id).toBe('a');
  expect(nextUnsolved(all, 'gone')?.id).toBe('a');
});

test('there is no next puzzle if no other is unsolved', () => {
  expect(nextUnsolved([puzzle('a'), puzzle('b', 'clean')], 'a')).toBeNull();
  expect(nextUnsolved([], null)).toBeNull();
});

test('the first answer counts: a puzzle failed once is never solved at the first try', () => {
  const states = (...answers: boolean[]) =>
    answers.reduce((all, solved) => withResult(all, 'a', solved), [puzzle('a'), puzzle('b')]).map((one) => one.state);
  expect(states(true)).toEqual(['clean', 'new']);
  expect(states(false)).toEqual(['missed', 'new']);
  expect(states(false, true)).toEqual(['solved', 'new']);
  expect(states(true, false)).toEqual(['clean', 'new']);
});
