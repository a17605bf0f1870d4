/** Pieces with mirrors. Their front is towards +y; mirrors stand on a diagonal. */
import type { BufferGeometry } from 'three';
import { ConeGeometry } from 'three';
import type { Vec2, Vec3 } from '../../view/geometry.ts';
import { roundedOutline } from '../loft.ts';
import { BASE_TOP, basePlate, PLATE_HALF_WIDTH } from './basePlate.ts';
import { BRONZE, ball, block, GOLD, joinParts, MIRROR, polygon, SEAT, SILVER, wire, withMaterial } from './parts.ts';
import type { Solid } from './solids.ts';

/**
 * Return a point on the diagonal plane: `along` it, `off` in front of it, and a height. `side` 1 runs from top left to
 * bottom right.
 */
function onDiagonal(along: number, z: number, off: number, side: 1 | -1): Vec3 {
  const s = Math.SQRT1_2;
  return side === 1 ? [along * s + off * s, -along * s + off * s, z] : [along * s - off * s, along * s + off * s, z];
}

/** Return a framed mirror on a diagonal, visible from the side of `off` > 0, or from both. */
function mirror(corners: readonly Vec2[], side: 1 | -1, both: boolean): BufferGeometry[] {
  const s = Math.SQRT1_2;
  const normal: Vec3 = side === 1 ? [s, s, 0] : [-s, s, 0];
  const away: Vec3 = [-normal[0], -normal[1], 0];
  const face = (off: number) => corners.map(([along, z]) => onDiagonal(along, z, off, side));
  // Seen from the front, `along` grows to the left: reversed, the corners run anticlockwise.
  return [
    withMaterial(polygon(face(0.012).reverse(), normal), MIRROR, 0),
    withMaterial(polygon(face(-0.012), away), both ? MIRROR : BRONZE, 0),
    withMaterial(wire(face(0), 0.025, true), GOLD, 0),
  ];
}

const PANE: readonly Vec2[] = [
  [0.46, BASE_TOP],
  [0.46, 0.27],
  [0.09, 0.68],
  [-0.09, 0.68],
  [-0.46, 0.27],
  [-0.46, BASE_TOP],
];

/**
 * Return a polished floor in front of a mirror, from `off` 0.035 on: from above, it shows which way the mirror faces.
 */
function polishedFloor(depth: number, side: 1 | -1, front: 1 | -1): BufferGeometry {
  const [near, far] = [0.035, depth];
  // The floor ends at the gold line of the plate.
  const half = (off: number) => (PLATE_HALF_WIDTH - 0.085) * Math.SQRT2 - off;
  const corners = [
    [half(near), near],
    [half(far), far],
    [-half(far), far],
    [-half(near), near],
  ].map(([along, off]): Vec2 => {
    const [x, y] = onDiagonal(along!, 0, front * off!, side);
    return [x, y];
  });
  const outline = front === 1 ? corners : corners.reverse();
  return withMaterial(block(roundedOutline(outline, 0.012, 2), BASE_TOP - 0.01, BASE_TOP + 0.004, 0.003), SILVER, 0);
}

/** Return half of a stepped pyramid behind its mirror. */
export function pyramid(): Solid {
  const steps = [0.345, 0.272, 0.199, 0.126].map((half, n) =>
    withMaterial(
      block(
        roundedOutline(
          [
            [-half, -half],
            [half - 0.035, -half],
            [-half, half - 0.035],
          ],
          0.02,
          3,
        ),
        BASE_TOP - 0.01 + n * 0.115,
        BASE_TOP + (n + 1) * 0.115,
        0.018,
      ),
      { ...SEAT, shade: 1 - 0.08 * (3 - n) },
      0,
    ),
  );
  // All of it is behind the mirror.
  const tip = new ConeGeometry(0.09, 0.17, 4)
    .rotateX(Math.PI / 2)
    .rotateZ(Math.PI / 4)
    .translate(-0.078, -0.078, BASE_TOP + 4 * 0.115 + 0.085);
  const body = joinParts(
    ...basePlate(),
    polishedFloor(0.22, 1, 1),
    ...steps,
    withMaterial(flat(tip), GOLD, 0),
    ...mirror(PANE, 1, false),
  );
  return {
    parts: [{ role: 'body', geometry: body }],
    signs: [[0.27, 0.27, 0.1, 0.75]],
    middle: 0.25,
  };
}

/** Return a geometry with one normal per face, for cones and similar shapes. */
function flat(geometry: BufferGeometry): BufferGeometry {
  const plain = geometry.toNonIndexed();
  plain.computeVertexNormals();
  // Parts are joined by their indices.
  plain.setIndex(Array.from({ length: plain.getAttribute('position').count }, (_, n) => n));
  geometry.dispose();
  return plain;
}

const LOW_PANE: readonly Vec2[] = [
  [0.47, BASE_TOP],
  [0.47, 0.42],
  [-0.47, 0.42],
  [-0.47, BASE_TOP],
];

/** Return a beetle above a mirror with two sides, along the mirror, so that it hides neither side. */
export function scarab(): Solid {
  const s = Math.SQRT1_2;
  const z = 0.52;
  const at = (along: number, across: number, up = 0): Vec3 => [along * s - across * s, along * s + across * s, z + up];
  const oval = (along: number, across: number, radii: Vec3, up = 0) =>
    ball([0, 0, 0], radii, 22)
      .rotateZ(Math.PI / 4)
      .translate(...at(along, across, up));
  const legs = [-0.2, 0, 0.2].flatMap((along) =>
    [1, -1].map((side) =>
      wire(
        [at(along, 0.08 * side, -0.02), at(along * 1.15, 0.24 * side, 0.015), at(along * 1.3, 0.33 * side, -0.05)],
        0.016,
        false,
        6,
      ),
    ),
  );
  const body = joinParts(
    ...basePlate(),
    polishedFloor(0.2, -1, 1),
    polishedFloor(0.2, -1, -1),
    ...mirror(LOW_PANE, -1, true),
    withMaterial(oval(-0.1, 0.075, [0.27, 0.1, 0.095]), SEAT, 0),
    withMaterial(oval(-0.1, -0.075, [0.27, 0.1, 0.095]), SEAT, 0),
    withMaterial(oval(0.2, 0, [0.125, 0.155, 0.1]), SEAT, 0),
    withMaterial(oval(0.335, 0, [0.075, 0.085, 0.065], -0.01), GOLD, 0),
    withMaterial(wire([at(-0.35, 0, 0.03), at(-0.2, 0, 0.088), at(0.02, 0, 0.094), at(0.1, 0, 0.07)], 0.016), GOLD, 0),
    withMaterial(
      wire(
        [-1, -0.6, -0.2, 0.2, 0.6, 1].map((k) => at(0.105, 0.15 * k, 0.088 * Math.sqrt(Math.max(0, 1 - k * k)))),
        0.017,
      ),
      GOLD,
      0,
    ),
    ...legs.map((leg) => withMaterial(leg, GOLD, 0)),
  );
  return {
    parts: [{ role: 'body', geometry: body }],
    signs: [
      [-0.25, 0.25, 0.1, 0.6],
      [0.25, -0.25, 0.1, 0.6],
    ],
    middle: 0.25,
  };
}
