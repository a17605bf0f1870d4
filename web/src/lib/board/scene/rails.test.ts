import { expect, test } from 'vitest';
import { roundedOutline } from './loft.ts';
import { railFloor } from './rails.ts';

const OUTLINE = roundedOutline(
  [
    [0, 0],
    [12, 0],
    [12, 2],
    [0, 2],
  ],
  0.4,
);
const placesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ spot: [0.4 + n * 0.3, 1] as const, pitch: 0.3 }));
const trianglesOf = (count: number) => railFloor(OUTLINE, 0, false, placesOf(count)).index!.count / 3;

test('hollows of many places have few triangles', () => {
  const bare = trianglesOf(0);
  expect(trianglesOf(40) - bare).toBeLessThan(40 * 150);
  expect(trianglesOf(12) - bare).toBeGreaterThan(12 * 300);
});

test('a hollow is dark and level in its middle, and steep at its wall', () => {
  const floor = railFloor(OUTLINE, 0, false, placesOf(1));
  const [place, normal, light] = ['position', 'normal', 'color'].map((name) => floor.getAttribute(name));
  const at = (off: number) =>
    Array.from({ length: place!.count }, (_, n) => n).find(
      (n) => Math.abs(Math.hypot(place!.getX(n) - 0.4, place!.getY(n) - 1) - off * 0.3) < 1e-6,
    )!;
  const [middle, wall, lip] = [at(0.002), at(0.36), at(0.435)];
  expect(normal!.getZ(middle)).toBe(1);
  expect(normal!.getX(wall)).toBeLessThan(-0.3);
  expect(normal!.getZ(lip)).toBe(1);
  expect(light!.getX(middle)).toBeLessThan(light!.getX(lip));
});
