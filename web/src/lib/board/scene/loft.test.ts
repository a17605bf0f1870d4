import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { circleOutline, flatCap, loft, roundedOutline, roundProfile } from './loft.ts';

const square = roundedOutline(
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  0.2,
);

describe('an outline', () => {
  test('is closed, stays inside its corners and is rounded there', () => {
    expect(square.points.at(-1)).toEqual(square.points[0]);
    for (const [n, [x, y]] of square.points.entries()) {
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1 + 1e-9);
      expect(Math.hypot(...square.normals[n]!)).toBeCloseTo(1);
    }
    const furthest = Math.max(...square.points.map((point) => Math.hypot(...point)));
    expect(furthest).toBeCloseTo(Math.SQRT2 * 0.8 + 0.2, 5);
  });

  test('of a circle has the length of a circle', () => {
    expect(circleOutline([2, 3], 1.5).lengths.at(-1)).toBeCloseTo(3 * Math.PI);
  });
});

describe('a loft', () => {
  test('has triangles that face the way their normals do', () => {
    const geometry = loft(square, [[0, 0], ...roundProfile([0, 0.3], [0.1, 0.4])]);
    const [place, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    const index = geometry.index!;
    const [a, b, c, facing] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    for (let n = 0; n < index.count; n += 3) {
      const [i, j, k] = [index.getX(n), index.getX(n + 1), index.getX(n + 2)];
      a.fromBufferAttribute(place, i);
      b.fromBufferAttribute(place, j).sub(a);
      c.fromBufferAttribute(place, k).sub(a);
      const area = facing.crossVectors(b, c).length();
      if (area > 1e-9) {
        expect(facing.dot(new Vector3().fromBufferAttribute(normal, i))).toBeGreaterThan(0);
      }
    }
  });

  test('is closed by a cap of the same size', () => {
    const geometry = flatCap(square, 0.1, 0.4);
    geometry.computeBoundingBox();
    expect(geometry.boundingBox!.max.toArray()).toEqual([
      expect.closeTo(0.9),
      expect.closeTo(0.9),
      expect.closeTo(0.4),
    ]);
  });
});
