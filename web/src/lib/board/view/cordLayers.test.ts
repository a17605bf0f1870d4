import { expect, test } from 'vitest';
import { type Cord, cordLayers, layerHeight, layersOfPegs } from './cordLayers.ts';
import type { Vec2 } from './geometry.ts';

const pegs: Vec2[] = Array.from({ length: 6 }, (_, n) => [Math.sin((n * Math.PI) / 3), Math.cos((n * Math.PI) / 3)]);
const cord = (id: number, from: number, to: number): Cord => ({ id, from: pegs[from]!, to: pegs[to]! });

test('cords that neither cross nor share a peg lie in the lowest layer', () => {
  const layers = cordLayers([cord(1, 0, 1), cord(2, 2, 3), cord(3, 4, 5)]);
  expect([...layers.values()]).toEqual([0, 0, 0]);
});

test('cords that cross or share a peg never have the same height', () => {
  const all = pegs.flatMap((_, from) =>
    pegs.slice(from + 1).map((_, k) => cord(from * 10 + from + 1 + k, from, from + 1 + k)),
  );
  const layers = cordLayers(all);
  for (const [n, one] of all.entries()) {
    for (const other of all.slice(n + 1)) {
      const shared = [one.from, one.to].some((end) => end === other.from || end === other.to);
      if (shared) {
        expect(layers.get(one.id), `${one.id} and ${other.id}`).not.toBe(layers.get(other.id));
      }
    }
  }
  expect(cordLayers([cord(1, 0, 3), cord(2, 1, 4)]).get(2)).toBe(1);
});

test('a new cord does not move the others', () => {
  const before = cordLayers([cord(1, 0, 3), cord(2, 1, 4), cord(3, 2, 5)]);
  const after = cordLayers([cord(1, 0, 3), cord(2, 1, 4), cord(3, 2, 5), cord(4, 0, 2)]);
  for (const [id, layer] of before) {
    expect(after.get(id)).toBe(layer);
  }
});

test('layers are further apart than a cord is thick', () => {
  expect(layerHeight(1) - layerHeight(0)).toBeGreaterThan(0.05);
  expect(layersOfPegs(6)).toBeGreaterThanOrEqual(5);
});
