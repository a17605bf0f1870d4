import type { BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { CORD_LENGTH, cordGeometry, windingGeometry, windingRadius } from './cord.ts';

type Spot = [number, number, number];

/** The vertices of the pale strand at a place that `at` accepts. */
function paleAt(geometry: BufferGeometry, at: (spot: Spot) => boolean): string[] {
  const [place, tint] = [geometry.getAttribute('position'), geometry.getAttribute('tint')];
  return Array.from({ length: place.count }, (_, n) => n)
    .filter((n) => tint.getW(n) < 1 && at([place.getX(n), place.getY(n), place.getZ(n)]))
    .map((n) => `${place.getY(n).toFixed(4)} ${place.getZ(n).toFixed(4)}`.replaceAll('-0.0000', '0.0000'));
}

test('the strands of a cord continue from piece to piece', () => {
  const cord = cordGeometry(true);
  const start = paleAt(cord, ([x]) => Math.abs(x + CORD_LENGTH / 2) < 1e-6);
  expect(start.length).toBeGreaterThan(2);
  expect(paleAt(cord, ([x]) => Math.abs(x - CORD_LENGTH / 2) < 1e-6)).toEqual(start);
});

test('a winding leaves its peg where the cord begins, and ends inside the neck', () => {
  const winding = windingGeometry(0.05, false);
  const place = winding.getAttribute('position');
  const spots = Array.from({ length: place.count }, (_, n): Spot => [place.getX(n), place.getY(n), place.getZ(n)]);
  const leaving = spots.filter(([x, y]) => Math.abs(x) < 1e-6 && y > 0 && Math.abs(y - windingRadius(0.05)) < 0.03);
  expect(leaving.length).toBeGreaterThan(10);
  expect(Math.min(...spots.map(([x, y]) => Math.hypot(x, y)))).toBeLessThan(0.03);
});
