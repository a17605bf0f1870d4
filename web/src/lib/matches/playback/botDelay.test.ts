import { expect, test } from 'vitest';
import type { View } from '../view.ts';
import { pauseBefore } from './botDelay.ts';

const viewOf = (left: (number | null)[]): View =>
  ({ state: { seats: [{ player: { is: 'guest' } }, { player: { is: 'bot' } }], clock: { left } } }) as unknown as View;
const QUIET = viewOf([null, null]);

test('a computer is waited for, so much as is left of its pause', () => {
  expect(pauseBefore(1, 0, QUIET, 'calm')).toBeGreaterThan(1000);
  expect(pauseBefore(1, 0, QUIET, 'slow')).toBeGreaterThan(pauseBefore(1, 0, QUIET, 'calm'));
  expect(pauseBefore(1, 600, QUIET, 'calm')).toBe(pauseBefore(1, 0, QUIET, 'calm') - 600);
  expect(pauseBefore(1, 60_000, QUIET, 'slow')).toBe(0);
});

test('people are never waited for, nor anybody while a clock runs down', () => {
  expect(pauseBefore(0, 0, QUIET, 'slow')).toBe(0);
  expect(pauseBefore(1, 0, QUIET, 'normal')).toBe(0);
  expect(pauseBefore(1, 0, viewOf([60_000, 60_000]), 'slow')).toBe(0);
});
