/** Pieces that mirror, stop or send a beam. Their front is towards +y; mirrors stand on a diagonal. */
import type { BufferGeometry } from 'three';
import { ConeGeometry } from 'three';
import type { Vec2, Vec3 } from '../../view/geometry.ts';
import { roundedOutline } from '../loft.ts';
import {
  assemble,
  BRONZE,
  ball,
  block,
  DARK,
  GOLD,
  LENS,
  MIRROR,
  part,
  polygon,
  rod,
  SEAT,
  SILVER,
  SKIN,
  type Stuff,
  turned,
  wire,
} from './parts.ts';
import type { Solid } from './solids.ts';

const HALF = 0.43;
const BASE_TOP = 0.095;

/** Return the base plate of every piece: enamel with a gold line. */
function base(): BufferGeometry[] {
  const square = (half: number, radius: number) =>
    roundedOutline(
      [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
      ],
      radius,
      5,
    );
  return [
    part(block(square(HALF, 0.08), 0, 0.075, 0.022), { ...SEAT, shade: 0.72 }),
    part(block(square(HALF - 0.045, 0.06), 0.07, 0.088, 0.008), GOLD, 0),
    part(block(square(HALF - 0.068, 0.05), 0.08, BASE_TOP, 0.006), SEAT, 0),
  ];
}

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
    part(polygon(face(0.012).reverse(), normal), MIRROR, 0),
    part(polygon(face(-0.012), away), both ? MIRROR : BRONZE, 0),
    part(wire(face(0), 0.025, true), GOLD, 0),
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
  const half = (off: number) => (HALF - 0.085) * Math.SQRT2 - off;
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
  return part(block(roundedOutline(outline, 0.012, 2), BASE_TOP - 0.01, BASE_TOP + 0.004, 0.003), SILVER, 0);
}

/** Return half of a stepped pyramid behind its mirror. */
function pyramid(): Solid {
  const steps = [0.345, 0.272, 0.199, 0.126].map((half, n) =>
    part(
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
  const body = assemble(
    ...base(),
    polishedFloor(0.22, 1, 1),
    ...steps,
    part(flat(tip), GOLD, 0),
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
function scarab(): Solid {
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
  const body = assemble(
    ...base(),
    polishedFloor(0.2, -1, 1),
    polishedFloor(0.2, -1, -1),
    ...mirror(LOW_PANE, -1, true),
    part(oval(-0.1, 0.075, [0.27, 0.1, 0.095]), SEAT, 0),
    part(oval(-0.1, -0.075, [0.27, 0.1, 0.095]), SEAT, 0),
    part(oval(0.2, 0, [0.125, 0.155, 0.1]), SEAT, 0),
    part(oval(0.335, 0, [0.075, 0.085, 0.065], -0.01), GOLD, 0),
    part(wire([at(-0.35, 0, 0.03), at(-0.2, 0, 0.088), at(0.02, 0, 0.094), at(0.1, 0, 0.07)], 0.016), GOLD, 0),
    part(
      wire(
        [-1, -0.6, -0.2, 0.2, 0.6, 1].map((k) => at(0.105, 0.15 * k, 0.088 * Math.sqrt(Math.max(0, 1 - k * k)))),
        0.017,
      ),
      GOLD,
      0,
    ),
    ...legs.map((leg) => part(leg, GOLD, 0)),
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

function curvedShield(): BufferGeometry {
  return turned(
    [
      [0.37, BASE_TOP],
      [0.385, 0.11],
      [0.385, 0.3],
      [0.37, 0.31],
      [0.345, 0.3],
      [0.345, 0.11],
    ],
    20,
    Math.PI - 0.95,
    1.9,
  );
}

/** Return a jackal behind a curved shield: the side that stops a beam is in front. */
function anubis(): Solid {
  const rim = (z: number): Vec3[] =>
    Array.from({ length: 9 }, (_, k) => {
      const angle = Math.PI / 2 - 0.95 + (1.9 * k) / 8;
      return [0.375 * Math.cos(angle), 0.375 * Math.sin(angle), z];
    });
  const ear = (x: number, stuff: Stuff, size: number) =>
    part(rod([x, -0.03, 0.6], [x * 1.25, -0.06, 0.6 + size], 0.055 * (size / 0.22), 10, 0.004), stuff, 0);
  const body = assemble(
    ...base(),
    part(
      turned([
        [0.24, BASE_TOP],
        [0.235, 0.16],
        [0.2, 0.3],
        [0.16, 0.4],
        [0.1, 0.44],
      ]),
      SEAT,
      0,
    ),
    part(
      turned([
        [0.15, 0.385],
        [0.2, 0.392],
        [0.215, 0.41],
        [0.2, 0.43],
        [0.12, 0.445],
      ]),
      GOLD,
      0,
    ),
    part(ball([-0.13, -0.05, 0.5], [0.05, 0.06, 0.1], 14), SEAT, 0),
    part(ball([0.13, -0.05, 0.5], [0.05, 0.06, 0.1], 14), SEAT, 0),
    part(ball([0, 0, 0.555], [0.12, 0.135, 0.115], 22), DARK, 0),
    part(rod([0, 0.05, 0.56], [0, 0.33, 0.48], 0.085, 14, 0.042), DARK, 0),
    part(ball([0, 0.33, 0.48], [0.045, 0.045, 0.042], 12), DARK, 0),
    part(ball([-0.078, 0.09, 0.605], [0.028, 0.028, 0.028], 10), GOLD, 0),
    part(ball([0.078, 0.09, 0.605], [0.028, 0.028, 0.028], 10), GOLD, 0),
    ear(-0.075, DARK, 0.26),
    ear(0.075, DARK, 0.26),
    part(curvedShield(), BRONZE, 0),
    part(wire(rim(0.31), 0.018), GOLD, 0),
    part(wire(rim(0.115), 0.018), GOLD, 0),
    part(wire([rim(0.11)[0]!, rim(0.31)[0]!], 0.018), GOLD, 0),
    part(wire([rim(0.11)[8]!, rim(0.31)[8]!], 0.018), GOLD, 0),
  );
  return { parts: [{ role: 'body', geometry: body }], signs: [[0, -0.31, 0.1, 0.6]], middle: 0.3 };
}

/** Return a striped head-cloth, open in front, around a face that looks along +y. */
function head([x, y, z]: Vec3, size: number): BufferGeometry[] {
  const stripes = 9;
  const outline = (part: number): readonly [number, number] => {
    const angle = part * 2.35;
    return [
      size * (0.2 * Math.sin(Math.min(angle, Math.PI / 2)) + 0.055 * Math.max(0, angle - 1.2)),
      size * (0.2 * Math.cos(angle) + 0.02),
    ];
  };
  const open = 1.9;
  const cloth = Array.from({ length: stripes }, (_, n) => {
    const [from, to] = [n / stripes, (n + 1) / stripes];
    const ring = [from, from + (to - from) * 0.5, to].map(outline);
    const whole = n < 3;
    const [start, sweep] = whole ? [0, 2 * Math.PI] : [Math.PI + open / 2, 2 * Math.PI - open];
    return part(turned([...ring].reverse(), whole ? 28 : 22, start, sweep).translate(x, y, z), n % 2 ? GOLD : SEAT, 0);
  });
  return [
    ...cloth,
    part(ball([x, y + 0.055 * size, z + 0.01 * size], [0.15 * size, 0.155 * size, 0.175 * size], 20), SKIN, 0),
    part(
      wire(
        [-1, -0.5, 0, 0.5, 1].map((k): Vec3 => {
          const angle = Math.PI / 2 - k * 0.85;
          return [x + 0.185 * size * Math.cos(angle), y + 0.185 * size * Math.sin(angle), z + 0.085 * size];
        }),
        0.018 * size,
      ),
      GOLD,
      0,
    ),
    part(rod([x, y + 0.18 * size, z + 0.08 * size], [x, y + 0.215 * size, z + 0.14 * size], 0.022 * size), GOLD, 0),
    part(rod([x, y + 0.15 * size, z - 0.13 * size], [x, y + 0.17 * size, z - 0.27 * size], 0.03 * size), DARK, 0),
    part(
      ball([x - 0.055 * size, y + 0.185 * size, z + 0.05 * size], [0.038 * size, 0.02 * size, 0.024 * size], 10),
      DARK,
      0,
    ),
    part(
      ball([x + 0.055 * size, y + 0.185 * size, z + 0.05 * size], [0.038 * size, 0.02 * size, 0.024 * size], 10),
      DARK,
      0,
    ),
  ];
}

function pharaoh(): Solid {
  const body = assemble(
    ...base(),
    part(
      turned([
        [0.3, BASE_TOP],
        [0.3, 0.12],
        [0.25, 0.2],
        [0.2, 0.29],
        [0.2, 0.35],
        [0.24, 0.42],
        [0.2, 0.47],
        [0.1, 0.5],
      ]),
      SEAT,
      0,
    ),
    part(
      turned([
        [0.2, 0.395],
        [0.262, 0.405],
        [0.275, 0.425],
        [0.258, 0.445],
        [0.18, 0.46],
      ]),
      GOLD,
      0,
    ),
    part(
      wire(
        [
          [-0.12, 0.27, 0.17],
          [0.12, 0.22, 0.37],
        ],
        0.022,
      ),
      GOLD,
      0,
    ),
    part(
      wire(
        [
          [0.12, 0.27, 0.17],
          [-0.12, 0.22, 0.37],
        ],
        0.022,
      ),
      GOLD,
      0,
    ),
    ...head([0, 0, 0.69], 1.28),
  );
  return { parts: [{ role: 'body', geometry: body }], signs: [[0, -0.32, 0.1, 0.55]], middle: 0.35 };
}

/** Return a lying lion behind the muzzle: the beam leaves it along +y. */
function sphinx(): Solid {
  const body = assemble(
    ...base(),
    part(ball([-0.12, -0.2, 0.2], [0.13, 0.16, 0.12], 18), SEAT, 0),
    part(ball([0.12, -0.2, 0.2], [0.13, 0.16, 0.12], 18), SEAT, 0),
    part(ball([0, -0.05, 0.24], [0.17, 0.27, 0.14], 20), SEAT, 0),
    part(
      wire(
        [
          [-0.21, -0.05, 0.145],
          [-0.21, 0.32, 0.135],
        ],
        0.05,
        false,
        12,
      ),
      SEAT,
      0,
    ),
    part(
      wire(
        [
          [0.21, -0.05, 0.145],
          [0.21, 0.32, 0.135],
        ],
        0.05,
        false,
        12,
      ),
      SEAT,
      0,
    ),
    part(ball([-0.21, 0.345, 0.125], [0.055, 0.05, 0.04], 12), GOLD, 0),
    part(ball([0.21, 0.345, 0.125], [0.055, 0.05, 0.04], 12), GOLD, 0),
    part(
      wire(
        [
          [0.05, -0.33, 0.14],
          [0.16, -0.38, 0.13],
          [0.28, -0.34, 0.13],
        ],
        0.02,
      ),
      GOLD,
      0,
    ),
    part(rod([0, 0.06, 0.29], [0, 0.41, 0.29], 0.088, 22), DARK, 0),
    ...[0.2, 0.3, 0.4].map((y) => part(ring([0, y, 0.29], 0.1), GOLD, 0)),
    part(ball([0, 0.4, 0.29], [0.062, 0.03, 0.062], 16), LENS, 0),
    ...head([0, -0.06, 0.58], 1.12),
  );
  return { parts: [{ role: 'body', geometry: body }], signs: [[0.3, -0.28, 0.1, 0.5]], middle: 0.3 };
}

/** Return a gold ring around the muzzle. */
function ring([x, y, z]: Vec3, radius: number): BufferGeometry {
  return turned(
    [
      [radius - 0.02, -0.018],
      [radius + 0.008, -0.018],
      [radius + 0.014, 0],
      [radius + 0.008, 0.018],
      [radius - 0.02, 0.018],
    ],
    22,
  )
    .rotateX(-Math.PI / 2)
    .translate(x, y, z);
}

export const LASER_SOLIDS: Record<string, () => Solid> = {
  mirror: pyramid,
  'double mirror': scarab,
  shield: anubis,
  laser: sphinx,
  pharaoh,
};
