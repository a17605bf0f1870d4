import { expect, test } from 'vitest';
import { waitBefore } from './backoff.ts';

test('waits longer each time, up to a limit', () => {
  const waits = [0, 1, 2, 3, 10, 1000].map((attempt) => waitBefore(attempt, () => 1));
  expect(waits).toEqual([500, 1000, 2000, 4000, 15_000, 15_000]);
});

test('pages do not come back all at the same moment', () => {
  expect(waitBefore(3, () => 0)).toBe(2000);
  expect(waitBefore(3, () => 0.5)).toBe(3000);
});
