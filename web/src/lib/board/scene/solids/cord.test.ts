import type { BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { CORD_LENGTH, cordGeometry, windingGeometry, windingRadius } from './cord.ts';

type Spot = [number, number, number];

/** Return the vertices of the pale strand at a place that `at` accepts. */
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

/**
 * Return the normals of the vertices at a place that `at` accepts, in the order of their directions around the cord.
 */
function normalsAt(geometry: BufferGeometry, at: (spot: Spot) => boolean): number[][] {
  const [place, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
  return Array.from({ length: place.count }, (_, n) => n)
    .filter((n) => at([place.getX(n), place.getY(n), place.getZ(n)]))
    .map((n) => [normal.getX(n), normal.getY(n), normal.getZ(n)].map((value) => Math.round(value * 100) / 100 + 0));
}

test('light does not break where a piece of a cord ends and the next one begins', () => {
  const cord = cordGeometry(false);
  const start = normalsAt(cord, ([x]) => Math.abs(x + CORD_LENGTH / 2) < 1e-6);
  expect(start).toHaveLength(12);
  expect(normalsAt(cord, ([x]) => Math.abs(x - CORD_LENGTH / 2) < 1e-6)).toEqual(start);
});

test('light does not break where a cord leaves the winding around its peg', () => {
  const leaving = normalsAt(
    windingGeometry(0.05, false),
    ([x, y]) => Math.abs(x) < 1e-6 && y > 0 && Math.abs(y - windingRadius(0.05)) < 0.03,
  );
  const straight = normalsAt(cordGeometry(false), ([x]) => Math.abs(x + CORD_LENGTH / 2) < 1e-6);
  expect(leaving).toHaveLength(straight.length);
  // The winding begins a sixth of a strand further, where the other end of the cord ends.
  for (const [, y, z] of leaving) {
    const nearest = Math.max(...straight.map((other) => (y! * other[1]! + z! * other[2]!) / Math.hypot(y!, z!)));
    expect(nearest).toBeGreaterThan(0.8);
  }
});

test('the normals of a cord point outwards', () => {
  const [place, normal] = ['position', 'normal'].map((name) => cordGeometry(false).getAttribute(name));
  for (let n = 0; n < place!.count; n++) {
    expect(place!.getY(n) * normal!.getY(n) + place!.getZ(n) * normal!.getZ(n)).toBeGreaterThan(0);
  }
});
