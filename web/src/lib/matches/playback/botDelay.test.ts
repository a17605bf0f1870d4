import { expect, test } from 'vitest';
import type { View } from '../view.ts';
import { botDelay } from './botDelay.ts';

const viewOf = (left: (number | null)[]): View =>
  ({ state: { seats: [{ player: { is: 'guest' } }, { player: { is: 'bot' } }], clock: { left } } }) as unknown as View;
const QUIET = viewOf([null, null]);

test('a bot’s move is delayed by the rest of its pause', () => {
  expect(botDelay(1, 0, QUIET, 'calm')).toBeGreaterThan(1000);
  expect(botDelay(1, 0, QUIET, 'slow')).toBeGreaterThan(botDelay(1, 0, QUIET, 'calm'));
  expect(botDelay(1, 600, QUIET, 'calm')).toBe(botDelay(1, 0, QUIET, 'calm') - 600);
  expect(botDelay(1, 60_000, QUIET, 'slow')).toBe(0);
});

test('people’s moves are never delayed, nor any move under a countdown clock', () => {
  expect(botDelay(0, 0, QUIET, 'slow')).toBe(0);
  expect(botDelay(1, 0, QUIET, 'normal')).toBe(0);
  expect(botDelay(1, 0, viewOf([60_000, 60_000]), 'slow')).toBe(0);
});
