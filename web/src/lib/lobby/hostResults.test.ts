import { expect, test } from 'vitest';
import { decidedBy, drawn } from './hostResults.ts';

test('of two the chosen one wins, of several the chosen one loses', () => {
  expect(decidedBy(1, 2)).toEqual([0, 1]);
  expect(decidedBy(1, 3)).toEqual([1, 0, 1]);
  expect(drawn(3)).toEqual([0.5, 0.5, 0.5]);
});
