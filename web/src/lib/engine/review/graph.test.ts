import { expect, test } from 'vitest';
import type { EvaluationView, GameReviewView, ReviewedTurnView } from '#lib/net/types.ts';
import { evaluationCourse, mistakeAfter, mistakesByPly, nearestPly, nextMistake } from './graph.ts';

const evaluation = (ply: number, ...results: number[]): EvaluationView => ({
  ply,
  seat: 0,
  results,
  depth: 1,
  line: null,
});
const turn = (first: number, ply: number, fault: ReviewedTurnView['fault']) =>
  ({ first, ply, fault }) as ReviewedTurnView;
const analysis = {
  turns: [turn(0, 1, null), turn(1, 2, 'mistake'), turn(2, 4, 'blunder'), turn(4, 5, null)],
} as GameReviewView;

test('two seats share one line; more have one each', () => {
  expect(evaluationCourse([evaluation(2, 0.25, 0.75), evaluation(0, 0.5, 0.5)])).toEqual({
    plies: [0, 2],
    shares: [[50, 25]],
  });
  expect(evaluationCourse([evaluation(0, 0.2, 0.3, 0.5)]).shares).toEqual([[20], [30], [50]]);
  expect(evaluationCourse([])).toEqual({ plies: [], shares: [] });
});

test('a click selects the nearest turn', () => {
  const plies = [0, 3, 4, 10];
  expect([0, 0.2, 0.36, 0.69, 0.71, 1].map((place) => nearestPly(plies, place))).toEqual([0, 3, 4, 4, 10, 10]);
  expect(nearestPly([], 0.5)).toBe(0);
});

test('navigation cycles through the mistakes', () => {
  expect([...mistakesByPly(analysis).keys()]).toEqual([2, 4]);
  expect(nextMistake(analysis, 0, 1)?.ply).toBe(2);
  expect(nextMistake(analysis, 2, 1)?.ply).toBe(4);
  expect(nextMistake(analysis, 4, 1)?.ply).toBe(2);
  expect(nextMistake(analysis, 4, -1)?.ply).toBe(2);
  expect(nextMistake(analysis, 1, -1)?.ply).toBe(4);
  expect(nextMistake({ ...analysis, turns: [] }, 1, 1)).toBeUndefined();
});

test('a mistake is announced only at the start of its turn', () => {
  expect([0, 1, 2, 3, 4].map((ply) => mistakeAfter(analysis, ply)?.ply)).toEqual([
    undefined,
    2,
    4,
    undefined,
    undefined,
  ]);
  expect(mistakeAfter(null, 1)).toBeNull();
});
