import { Box3, type Mesh, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { squares } from '../testBoards.ts';
import { boardPalette } from '../view/finish.ts';
import { frameOf } from '../view/geometry.ts';
import { makeSurroundings } from './pieceShading.ts';
import { QUALITY_LEVELS } from './quality.ts';
import { Slab } from './slab.ts';

// Textures are painted by a worker, which the shape of the face does not need.
vi.stubGlobal(
  'Worker',
  class {
    postMessage() {}
  },
);

/** Return the lowest point of the face within a circle around a point. */
function depthAt(face: Mesh, x: number, y: number): number {
  const places = face.geometry.getAttribute('position');
  const corner = new Vector3();
  let lowest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < places.count; n++) {
    corner.fromBufferAttribute(places, n);
    if (Math.hypot(corner.x - x, corner.y - y) < 0.1) {
      lowest = Math.min(lowest, corner.z);
    }
  }
  return lowest;
}

test('balls lie in hollows of the face, which is flat between them', () => {
  const base = squares(2, 2);
  const board = { ...base, cells: base.cells.map((cell) => ({ ...cell, shade: 'hollow' })) };
  const frame = frameOf(board);
  for (const level of QUALITY_LEVELS) {
    const slab = new Slab(level, makeSurroundings(), () => {});
    slab.build(frame, boardPalette('dark'), ['#e8d5a8', '#4a2c17']);
    const face = slab.group.children[1] as Mesh;
    expect(new Box3().setFromObject(face).max.z).toBeCloseTo(frame.surface);
    for (const { x, y } of board.sites) {
      expect(depthAt(face, x, y)).toBeLessThan(frame.surface - 0.1);
    }
    expect(depthAt(face, 0.5, 0.5)).toBeCloseTo(frame.surface);
  }
});
