import { expect, test } from 'vitest';
import { decidedResults, drawnResults } from './hostResults.ts';

test('of two the chosen one wins, of several the chosen one loses', () => {
  expect(decidedResults(1, 2)).toEqual([0, 1]);
  expect(decidedResults(1, 3)).toEqual([1, 0, 1]);
  expect(drawnResults(3)).toEqual([0.5, 0.5, 0.5]);
});
