import { describe, expect, test } from 'vitest';
import { windingRadius } from '../scene/solids/cord.ts';
import { CORD_RADIUS, type Cord, cordLayers, knobHeight, layerHeight } from './cordLayers.ts';
import type { Vec2 } from './geometry.ts';

const pegsOf = (count: number): Vec2[] =>
  Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    return [1.6 * Math.sin(angle), 1.6 * Math.cos(angle)];
  });
const pegs = pegsOf(6);
const cord = (id: number, from: number, to: number): Cord => ({ id, from: pegs[from]!, to: pegs[to]! });

/** Return all cords between some pegs, laid in a random order. */
function completeGame(count: number, seed: number): Cord[] {
  const spots = pegsOf(count);
  const pairs = spots.flatMap((from, n) => spots.slice(n + 1).map((to): [Vec2, Vec2] => [from, to]));
  const order = pairs.map(
    (_, n) => [Math.abs(Math.sin((n + 1) * 12.9898 + seed * 78.233) * 43758.5453) % 1, n] as const,
  );
  return order.sort(([a], [b]) => a - b).map(([, n], id) => ({ id, from: pairs[n]![0], to: pairs[n]![1] }));
}

/** Return whether two cords between pegs of a circle share one, or their ends alternate around it. */
function touch(one: Cord, other: Cord): boolean {
  const side = (spot: Vec2) =>
    Math.sign(
      (other.to[0] - other.from[0]) * (spot[1] - other.from[1]) -
        (other.to[1] - other.from[1]) * (spot[0] - other.from[0]),
    );
  const shared = [one.from, one.to].some((end) => end === other.from || end === other.to);
  return shared || side(one.from) !== side(one.to);
}

test('cords that neither cross nor share a peg, and are parallel, lie in one layer', () => {
  expect([...cordLayers([cord(1, 0, 1), cord(2, 5, 2), cord(3, 4, 3)]).values()]).toEqual([0, 0, 0]);
});

describe.each([5, 6, 7, 8, 9, 10])('in complete games with %i pegs', (count) => {
  test('cords that cross or share a peg have different heights, and all are below the knobs', () => {
    for (let seed = 0; seed < 3; seed++) {
      const all = completeGame(count, seed);
      const layers = cordLayers(all);
      for (const [n, one] of all.entries()) {
        for (const other of all.slice(n + 1).filter((later) => touch(one, later))) {
          expect(layers.get(one.id), `${one.id} and ${other.id}`).not.toBe(layers.get(other.id));
        }
      }
      expect(layerHeight(Math.max(...layers.values())) + CORD_RADIUS).toBeLessThan(knobHeight(count) - 0.08);
    }
  });
});

test('a new cord does not move the others', () => {
  const all = completeGame(6, 1);
  const before = cordLayers(all.slice(0, 9));
  const after = cordLayers(all);
  for (const [id, layer] of before) {
    expect(after.get(id)).toBe(layer);
  }
});

test('layers are further apart than a cord is thick, and its windings lie on the neck', () => {
  expect(layerHeight(1) - layerHeight(0)).toBeGreaterThan(2 * CORD_RADIUS);
  expect(windingRadius(0.05)).toBeGreaterThan(0.05);
  expect(windingRadius(0.05)).toBeLessThanOrEqual(0.05 + CORD_RADIUS);
});
