import { expect, test } from 'vitest';
import { parseView } from './rememberedView.ts';

test('a stored view is restored', () => {
  expect(parseView({ turned: 180, tilt: 30, zoom: 1.5 })).toEqual({ turned: 180, tilt: 30, zoom: 1.5 });
});

test.each([
  null,
  'x',
  {},
  { turned: 0, tilt: 99, zoom: 1 },
  { turned: 0, tilt: 9, zoom: 0 },
  { turned: Number.NaN, tilt: 9, zoom: 1 },
])('an invalid view is ignored: %j', (kept) => {
  expect(parseView(kept)).toBeNull();
});
