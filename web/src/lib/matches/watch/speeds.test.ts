import { expect, test } from 'vitest';
import { nearestSpeed } from './speeds.ts';

test('the nearest speed is selected; without one, the normal speed', () => {
  expect([nearestSpeed(null), nearestSpeed(0), nearestSpeed(700), nearestSpeed(9000), nearestSpeed(500)]).toEqual([
    700, 0, 700, 2500, 700,
  ]);
});
