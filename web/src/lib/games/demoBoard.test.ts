import { expect, test } from 'vitest';
import { IDLE_LIMIT_MS, mayAnimate } from './demoBoard.svelte.ts';

const awake = { hidden: false, idle: 0, lowPower: false, motion: 'normal' };

test('boards move while the user is active', () => {
  expect(mayAnimate(awake)).toBe(true);
  expect(mayAnimate({ ...awake, idle: IDLE_LIMIT_MS - 1 })).toBe(true);
});

test('boards pause without activity, in low-power mode and with reduced motion', () => {
  for (const change of [{ hidden: true }, { idle: IDLE_LIMIT_MS }, { lowPower: true }, { motion: 'off' }]) {
    expect(mayAnimate({ ...awake, ...change })).toBe(false);
  }
});
