/** Figures that stop or send a beam. Their front is towards +y. */
import type { BufferGeometry } from 'three';
import type { Vec3 } from '../../view/geometry.ts';
import { BASE_TOP, basePlate } from './basePlate.ts';
import {
  BRONZE,
  ball,
  DARK,
  GOLD,
  joinParts,
  LENS,
  type PartMaterial,
  rod,
  SEAT,
  SKIN,
  turnProfile,
  wire,
  withMaterial,
} from './parts.ts';
import type { Solid } from './solids.ts';

function curvedShield(): BufferGeometry {
  return turnProfile(
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
export function anubis(): Solid {
  const rim = (z: number): Vec3[] =>
    Array.from({ length: 9 }, (_, k) => {
      const angle = Math.PI / 2 - 0.95 + (1.9 * k) / 8;
      return [0.375 * Math.cos(angle), 0.375 * Math.sin(angle), z];
    });
  const ear = (x: number, material: PartMaterial, size: number) =>
    withMaterial(rod([x, -0.03, 0.6], [x * 1.25, -0.06, 0.6 + size], 0.055 * (size / 0.22), 10, 0.004), material, 0);
  const body = joinParts(
    ...basePlate(),
    withMaterial(
      turnProfile([
        [0.24, BASE_TOP],
        [0.235, 0.16],
        [0.2, 0.3],
        [0.16, 0.4],
        [0.1, 0.44],
      ]),
      SEAT,
      0,
    ),
    withMaterial(
      turnProfile([
        [0.15, 0.385],
        [0.2, 0.392],
        [0.215, 0.41],
        [0.2, 0.43],
        [0.12, 0.445],
      ]),
      GOLD,
      0,
    ),
    withMaterial(ball([-0.13, -0.05, 0.5], [0.05, 0.06, 0.1], 14), SEAT, 0),
    withMaterial(ball([0.13, -0.05, 0.5], [0.05, 0.06, 0.1], 14), SEAT, 0),
    withMaterial(ball([0, 0, 0.555], [0.12, 0.135, 0.115], 22), DARK, 0),
    withMaterial(rod([0, 0.05, 0.56], [0, 0.33, 0.48], 0.085, 14, 0.042), DARK, 0),
    withMaterial(ball([0, 0.33, 0.48], [0.045, 0.045, 0.042], 12), DARK, 0),
    withMaterial(ball([-0.078, 0.09, 0.605], [0.028, 0.028, 0.028], 10), GOLD, 0),
    withMaterial(ball([0.078, 0.09, 0.605], [0.028, 0.028, 0.028], 10), GOLD, 0),
    ear(-0.075, DARK, 0.26),
    ear(0.075, DARK, 0.26),
    withMaterial(curvedShield(), BRONZE, 0),
    withMaterial(wire(rim(0.31), 0.018), GOLD, 0),
    withMaterial(wire(rim(0.115), 0.018), GOLD, 0),
    withMaterial(wire([rim(0.11)[0]!, rim(0.31)[0]!], 0.018), GOLD, 0),
    withMaterial(wire([rim(0.11)[8]!, rim(0.31)[8]!], 0.018), GOLD, 0),
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
    return withMaterial(
      turnProfile([...ring].reverse(), whole ? 28 : 22, start, sweep).translate(x, y, z),
      n % 2 ? GOLD : SEAT,
      0,
    );
  });
  return [
    ...cloth,
    withMaterial(ball([x, y + 0.055 * size, z + 0.01 * size], [0.15 * size, 0.155 * size, 0.175 * size], 20), SKIN, 0),
    withMaterial(
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
    withMaterial(
      rod([x, y + 0.18 * size, z + 0.08 * size], [x, y + 0.215 * size, z + 0.14 * size], 0.022 * size),
      GOLD,
      0,
    ),
    withMaterial(
      rod([x, y + 0.15 * size, z - 0.13 * size], [x, y + 0.17 * size, z - 0.27 * size], 0.03 * size),
      DARK,
      0,
    ),
    withMaterial(
      ball([x - 0.055 * size, y + 0.185 * size, z + 0.05 * size], [0.038 * size, 0.02 * size, 0.024 * size], 10),
      DARK,
      0,
    ),
    withMaterial(
      ball([x + 0.055 * size, y + 0.185 * size, z + 0.05 * size], [0.038 * size, 0.02 * size, 0.024 * size], 10),
      DARK,
      0,
    ),
  ];
}

export function pharaoh(): Solid {
  const body = joinParts(
    ...basePlate(),
    withMaterial(
      turnProfile([
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
    withMaterial(
      turnProfile([
        [0.2, 0.395],
        [0.262, 0.405],
        [0.275, 0.425],
        [0.258, 0.445],
        [0.18, 0.46],
      ]),
      GOLD,
      0,
    ),
    withMaterial(
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
    withMaterial(
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
export function sphinx(): Solid {
  const body = joinParts(
    ...basePlate(),
    withMaterial(ball([-0.12, -0.2, 0.2], [0.13, 0.16, 0.12], 18), SEAT, 0),
    withMaterial(ball([0.12, -0.2, 0.2], [0.13, 0.16, 0.12], 18), SEAT, 0),
    withMaterial(ball([0, -0.05, 0.24], [0.17, 0.27, 0.14], 20), SEAT, 0),
    withMaterial(
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
    withMaterial(
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
    withMaterial(ball([-0.21, 0.345, 0.125], [0.055, 0.05, 0.04], 12), GOLD, 0),
    withMaterial(ball([0.21, 0.345, 0.125], [0.055, 0.05, 0.04], 12), GOLD, 0),
    withMaterial(
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
    withMaterial(rod([0, 0.06, 0.29], [0, 0.41, 0.29], 0.088, 22), DARK, 0),
    ...[0.2, 0.3, 0.4].map((y) => withMaterial(ring([0, y, 0.29], 0.1), GOLD, 0)),
    withMaterial(ball([0, 0.4, 0.29], [0.062, 0.03, 0.062], 16), LENS, 0),
    ...head([0, -0.06, 0.58], 1.12),
  );
  return { parts: [{ role: 'body', geometry: body }], signs: [[0.3, -0.28, 0.1, 0.5]], middle: 0.3 };
}

/** Return a gold ring around the muzzle. */
function ring([x, y, z]: Vec3, radius: number): BufferGeometry {
  return turnProfile(
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
