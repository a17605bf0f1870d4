/** The shapes of pieces as solids, z up, standing on (0, 0, 0). Each is a few parts; a part has one material. */
import {
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  RingGeometry,
  Shape,
  SphereGeometry,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

/** `body` has the seat's colour, `under` that of the other side; the rest look the same for all. */
export type Role = 'body' | 'under' | 'glass' | 'metal' | 'dark' | 'light';

export interface Part {
  role: Role;
  geometry: BufferGeometry;
}

export interface Solid {
  parts: Part[];
  /** Where the seat's sign is engraved: x, y, z and size. */
  signs: readonly (readonly [number, number, number, number])[];
  /** Height of the axis around which it flips. */
  middle: number;
}

type Profile = readonly (readonly [radius: number, height: number])[];

function turned(profile: Profile, corners = 48): BufferGeometry {
  const geometry = new LatheGeometry(
    profile.map(([radius, height]) => new Vector2(Math.max(radius, 1e-4), height)),
    corners,
  );
  return geometry.rotateX(Math.PI / 2);
}

/** A closed profile that is turned round the axis. */
const RING: Profile = [
  [0.345, 0],
  [0.425, 0],
  [0.448, 0.022],
  [0.455, 0.06],
  [0.455, 0.14],
  [0.448, 0.178],
  [0.425, 0.2],
  [0.345, 0.2],
  [0.322, 0.178],
  [0.315, 0.14],
  [0.315, 0.06],
  [0.322, 0.022],
  [0.345, 0],
];

const DISC: Profile = [
  [0, 0],
  [0.33, 0],
  [0.368, 0.018],
  [0.38, 0.05],
  [0.38, 0.11],
  [0.368, 0.148],
  [0.335, 0.168],
  [0.292, 0.17],
  [0.278, 0.155],
  [0.262, 0.155],
  [0.248, 0.166],
  [0, 0.166],
];

const PAWN: Profile = [
  [0, 0],
  [0.29, 0],
  [0.3, 0.03],
  [0.29, 0.08],
  [0.24, 0.12],
  [0.17, 0.18],
  [0.12, 0.3],
  [0.1, 0.42],
  [0.17, 0.45],
  [0.17, 0.48],
  [0.1, 0.51],
  [0.14, 0.55],
  [0.17, 0.62],
  [0.165, 0.68],
  [0.13, 0.74],
  [0.07, 0.775],
  [0, 0.785],
];

const PHARAOH: Profile = [
  [0, 0],
  [0.37, 0],
  [0.38, 0.03],
  [0.37, 0.07],
  [0.3, 0.1],
  [0.22, 0.16],
  [0.19, 0.3],
  [0.21, 0.42],
  [0.29, 0.5],
  [0.3, 0.56],
  [0.22, 0.57],
  [0, 0.54],
];

/** A low plinth that all pieces with mirrors stand on. */
const PLINTH: Profile = [
  [0, 0],
  [0.4, 0],
  [0.425, 0.02],
  [0.425, 0.05],
  [0.4, 0.075],
  [0, 0.075],
];

function prism(
  corners: readonly (readonly [number, number])[],
  from: number,
  height: number,
  bevel = 0.025,
): BufferGeometry {
  const shape = new Shape(corners.map(([x, y]) => new Vector2(x, y)));
  const geometry = new ExtrudeGeometry(shape, {
    depth: height - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 2,
    bevelOffset: -bevel,
  });
  return geometry.translate(0, 0, from + bevel);
}

/** A standing pane from one spot to another. */
function pane(
  from: readonly [number, number],
  to: readonly [number, number],
  low: number,
  high: number,
  thick: number,
): BufferGeometry {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return new BoxGeometry(Math.hypot(dx, dy), thick, high - low)
    .rotateZ(Math.atan2(dy, dx))
    .translate((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (low + high) / 2);
}

function merged(...geometries: BufferGeometry[]): BufferGeometry {
  const plain = geometries.map((geometry) => {
    const flat = geometry.index ? geometry.toNonIndexed() : geometry;
    flat.deleteAttribute('uv');
    return flat;
  });
  const whole = mergeGeometries(plain);
  for (const geometry of [...geometries, ...plain]) {
    geometry.dispose();
  }
  return whole;
}

const SOLIDS: Record<string, (fine: boolean) => Solid> = {
  disc: () => ({ parts: [{ role: 'body', geometry: turned(DISC) }], signs: [[0, 0, 0.167, 1]], middle: 0.085 }),
  marker: () => ({
    parts: [
      {
        role: 'under',
        geometry: turned([
          [0, 0],
          [0.262, 0],
          [0.29, 0.012],
          [0.3, 0.04],
          [0.3, 0.07],
        ]),
      },
      {
        role: 'body',
        geometry: turned([
          [0.3, 0.07],
          [0.3, 0.1],
          [0.29, 0.128],
          [0.262, 0.14],
          [0, 0.14],
        ]),
      },
    ],
    signs: [[0, 0, 0.141, 0.85]],
    middle: 0.07,
  }),
  ring: (fine) => ({
    parts: [{ role: 'body', geometry: turned(RING, fine ? 56 : 36) }],
    signs: [0, 1, 2, 3].map((k) => {
      const angle = (k * Math.PI) / 2;
      return [0.385 * Math.sin(angle), 0.385 * Math.cos(angle), 0.201, 0.5] as const;
    }),
    middle: 0.1,
  }),
  ball: (fine) => ({
    parts: [{ role: 'body', geometry: new SphereGeometry(0.5, fine ? 36 : 20, fine ? 24 : 13).rotateX(Math.PI / 2) }],
    signs: [[0, 0, 0.494, 0.8]],
    middle: 0,
  }),
  pawn: () => ({
    parts: [{ role: 'body', geometry: turned(PAWN, 36) }],
    signs: [[0, -0.235, 0.13, 0.5]],
    middle: 0.39,
  }),
  mirror: () => ({
    parts: [
      {
        role: 'body',
        geometry: merged(
          turned(PLINTH, 40),
          prism(
            [
              [-0.34, -0.34],
              [0.3, -0.34],
              [-0.34, 0.3],
            ],
            0.07,
            0.44,
          ),
        ),
      },
      { role: 'glass', geometry: pane([-0.33, 0.33], [0.33, -0.33], 0.09, 0.5, 0.02).translate(0.012, 0.012, 0) },
      {
        role: 'dark',
        geometry: pane([-0.345, 0.345], [0.345, -0.345], 0.075, 0.52, 0.03).translate(-0.014, -0.014, 0),
      },
    ],
    signs: [[-0.17, -0.17, 0.511, 0.8]],
    middle: 0.25,
  }),
  'double mirror': () => ({
    parts: [
      {
        role: 'body',
        geometry: merged(
          turned(PLINTH, 40),
          prism(
            [
              [-0.3, 0.06],
              [-0.06, 0.3],
              [-0.16, 0.34],
              [-0.34, 0.16],
            ],
            0.07,
            0.26,
          ),
          prism(
            [
              [0.3, -0.06],
              [0.06, -0.3],
              [0.16, -0.34],
              [0.34, -0.16],
            ],
            0.07,
            0.26,
          ),
        ),
      },
      {
        role: 'glass',
        geometry: merged(
          pane([-0.32, -0.32], [0.32, 0.32], 0.09, 0.5, 0.018).translate(-0.016, 0.016, 0),
          pane([-0.32, -0.32], [0.32, 0.32], 0.09, 0.5, 0.018).translate(0.016, -0.016, 0),
        ),
      },
      { role: 'dark', geometry: pane([-0.345, -0.345], [0.345, 0.345], 0.075, 0.52, 0.026) },
    ],
    signs: [
      [-0.21, 0.21, 0.331, 0.55],
      [0.21, -0.21, 0.331, 0.55],
    ],
    middle: 0.25,
  }),
  shield: () => ({
    parts: [
      {
        role: 'body',
        geometry: merged(
          turned(PLINTH, 40),
          prism(
            [
              [-0.24, -0.3],
              [0.24, -0.3],
              [0.24, 0.22],
              [-0.24, 0.22],
            ],
            0.07,
            0.36,
          ),
        ),
      },
      {
        role: 'metal',
        geometry: prism(
          [
            [-0.36, 0.24],
            [0.36, 0.24],
            [0.36, 0.31],
            [-0.36, 0.31],
          ],
          0.06,
          0.5,
          0.015,
        ),
      },
    ],
    signs: [[0, -0.04, 0.431, 0.9]],
    middle: 0.25,
  }),
  laser: () => ({
    parts: [
      {
        role: 'body',
        geometry: merged(
          turned(PLINTH, 40),
          prism(
            [
              [-0.33, -0.34],
              [0.33, -0.34],
              [0.33, 0.06],
              [0.16, 0.22],
              [-0.16, 0.22],
              [-0.33, 0.06],
            ],
            0.07,
            0.36,
          ),
        ),
      },
      { role: 'dark', geometry: new CylinderGeometry(0.095, 0.115, 0.3, 24).translate(0, 0.28, 0.28) },
      { role: 'light', geometry: new SphereGeometry(0.062, 20, 12).translate(0, 0.43, 0.28) },
    ],
    signs: [[0, -0.12, 0.431, 0.95]],
    middle: 0.25,
  }),
  pharaoh: () => ({
    parts: [
      {
        role: 'body',
        geometry: merged(
          turned(PHARAOH, 40),
          ...[0, 1, 2, 3, 4, 5].map((k) =>
            new ConeGeometry(0.075, 0.2, 10)
              .rotateX(Math.PI / 2)
              .translate(0.235 * Math.cos((k * Math.PI) / 3), 0.235 * Math.sin((k * Math.PI) / 3), 0.65),
          ),
        ),
      },
      { role: 'light', geometry: new SphereGeometry(0.07, 16, 12).translate(0, 0, 0.6) },
    ],
    signs: [[0, -0.31, 0.105, 0.45]],
    middle: 0.35,
  }),
  token: () => ({ parts: [{ role: 'body', geometry: turned(DISC) }], signs: [[0, -0.19, 0.167, 0.5]], middle: 0.085 }),
};

export function solidOf(shape: string, fine: boolean): Solid {
  return (SOLIDS[shape] ?? SOLIDS.token!)(fine);
}

// ---- Signs --------------------------------------------------------------------------------------------------------

/** The signs of the seats, as large as fits on a disc: a dot, a cross, a triangle, a square, a ring. */
export function seatSignGeometry(seat: number): BufferGeometry {
  switch (seat % 5) {
    case 0:
      return new CircleGeometry(0.075, 28);
    case 1:
      return merged(
        new BoxGeometry(0.26, 0.055, 0.004).rotateZ(Math.PI / 4),
        new BoxGeometry(0.26, 0.055, 0.004).rotateZ(-Math.PI / 4),
      );
    case 2:
      return new RingGeometry(0.085, 0.145, 3, 1, Math.PI / 2);
    case 3:
      return new RingGeometry(0.1, 0.16, 4, 1, Math.PI / 4);
    default:
      return new RingGeometry(0.085, 0.135, 32);
  }
}
