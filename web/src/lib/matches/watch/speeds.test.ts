import { expect, test } from 'vitest';
import { paceOf } from './speeds.ts';

test('the nearest pace is the one that is shown; none chosen is the normal one', () => {
  expect([paceOf(null), paceOf(0), paceOf(700), paceOf(9000), paceOf(500)]).toEqual([700, 0, 700, 2500, 700]);
});
