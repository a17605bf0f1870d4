import { expect, test } from 'vitest';
import { mayLive, REST_MS } from './demoBoard.svelte.ts';

const awake = { hidden: false, idle: 0, lowPower: false, motion: 'normal' };

test('boards live while somebody is there', () => {
  expect(mayLive(awake)).toBe(true);
  expect(mayLive({ ...awake, idle: REST_MS - 1 })).toBe(true);
});

test('boards rest when nobody is, in low power, and without motion', () => {
  for (const change of [{ hidden: true }, { idle: REST_MS }, { lowPower: true }, { motion: 'off' }]) {
    expect(mayLive({ ...awake, ...change })).toBe(false);
  }
});
