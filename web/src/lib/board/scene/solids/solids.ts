/** The library of piece shapes as solids, standing on (0, 0, 0). Games choose them by name. */
import type { BufferGeometry } from 'three';
import { BoxGeometry, CircleGeometry, RingGeometry } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { LASER_SOLIDS } from './laserSolids.ts';
import { atDetail, BRASS, ball, joinParts, SEAT, type TurnedProfile, turnProfile, withMaterial } from './parts.ts';

/** `body` has the seat's colour unless stated otherwise, `under` that of the seat on the other side. */
export type Role = 'body' | 'under';

export interface Part {
  role: Role;
  geometry: BufferGeometry;
}

export interface Solid {
  parts: Part[];
  /** Where the seat's mark is engraved: x, y, z and size. */
  signs: readonly (readonly [number, number, number, number])[];
  /** Height of the axis around which it flips. */
  middle: number;
  /** Pieces of this shape are turned at random, so that no two look alike. */
  turned?: boolean;
}

/** How many vertices a piece has: fewer among many pieces, and fewest where the processor draws. */
export const DETAILS = ['fine', 'medium', 'coarse'] as const;
export type Detail = (typeof DETAILS)[number];
const SHARE: Record<Detail, number> = { fine: 1, medium: 0.65, coarse: 0.45 };

/** A ring with a brass line let into its upper face. */
const RING_OUTSIDE: TurnedProfile = [
  [0.335, 0],
  [0.43, 0],
  [0.452, 0.018],
  [0.46, 0.06],
  [0.458, 0.12],
  [0.446, 0.168],
  [0.425, 0.19],
  [0.402, 0.196],
];
const RING_LINE: TurnedProfile = [
  [0.402, 0.196],
  [0.4, 0.187],
  [0.38, 0.187],
  [0.378, 0.196],
];
const RING_INSIDE: TurnedProfile = [
  [0.378, 0.196],
  [0.352, 0.19],
  [0.328, 0.168],
  [0.314, 0.12],
  [0.31, 0.06],
  [0.316, 0.018],
  [0.335, 0],
];

const DISC: TurnedProfile = [
  [0, 0],
  [0.33, 0],
  [0.366, 0.016],
  [0.382, 0.05],
  [0.384, 0.09],
  [0.374, 0.128],
  [0.35, 0.156],
  [0.315, 0.168],
  [0.29, 0.166],
  [0.276, 0.152],
  [0.262, 0.148],
  [0.15, 0.15],
  [0, 0.152],
];

/** A polished stone: lens-shaped, with more curvature above than below. */
const STONE: TurnedProfile = Array.from({ length: 25 }, (_, k) => {
  const angle = (Math.PI * k) / 24 - Math.PI / 2;
  const height = Math.sin(angle) < 0 ? 0.085 : 0.16;
  return [0.385 * Math.cos(angle) ** 0.86, 0.085 + height * Math.sin(angle)] as const;
});

const PAWN: TurnedProfile = [
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

/** Half of a marker, from its waist to its rim and the shallow dish in its face. */
const MARKER_HALF: TurnedProfile = [
  [0.288, 0.078],
  [0.3, 0.088],
  [0.3, 0.116],
  [0.292, 0.138],
  [0.27, 0.148],
  [0.226, 0.148],
  [0.212, 0.143],
  [0.2, 0.122],
  [0.186, 0.115],
  [0.1, 0.115],
  [0, 0.115],
];
const MARKER_HEIGHT = 0.148;

function disc(): Solid {
  return {
    parts: [{ role: 'body', geometry: joinParts(withMaterial(turnProfile(DISC, 56), SEAT)) }],
    signs: [[0, 0, 0.156, 1]],
    middle: 0.085,
  };
}

function marker(): Solid {
  const segments = 48;
  const lower = MARKER_HALF.map(([radius, height]) => [radius, MARKER_HEIGHT - height] as const).reverse();
  const waist = turnProfile(
    [
      [0.288, MARKER_HEIGHT - 0.078],
      [0.292, MARKER_HEIGHT / 2],
      [0.288, 0.078],
    ],
    segments,
  );
  return {
    parts: [
      { role: 'under', geometry: joinParts(withMaterial(turnProfile(lower, segments), SEAT)) },
      {
        role: 'body',
        geometry: joinParts(withMaterial(turnProfile(MARKER_HALF, segments), SEAT, 0), withMaterial(waist, BRASS, 0)),
      },
    ],
    signs: [[0, 0, 0.117, 0.85]],
    middle: MARKER_HEIGHT / 2,
  };
}

const SOLIDS: Record<string, () => Solid> = {
  disc,
  marker,
  stone: () => ({
    parts: [{ role: 'body', geometry: joinParts(withMaterial(planarUv(turnProfile(STONE, 56)), SEAT, 0.05)) }],
    signs: [[0, 0, 0.247, 1]],
    middle: 0.12,
    turned: true,
  }),
  ring: () => {
    const segments = 64;
    const body = joinParts(
      withMaterial(turnProfile(RING_OUTSIDE, segments), SEAT),
      withMaterial(turnProfile(RING_LINE, segments), BRASS),
      withMaterial(turnProfile(RING_INSIDE, segments), SEAT),
    );
    return {
      parts: [{ role: 'body', geometry: body }],
      signs: [0, 1, 2, 3].map((k) => {
        const angle = (k * Math.PI) / 2;
        return [0.385 * Math.sin(angle), 0.385 * Math.cos(angle), 0.2, 0.5] as const;
      }),
      middle: 0.1,
    };
  },
  ball: () => ({
    parts: [
      {
        role: 'body',
        geometry: withMaterial(ball([0, 0, 0], [0.5, 0.5, 0.5], 44).rotateX(Math.PI / 2), SEAT, 0),
      },
    ],
    signs: [[0, 0, 0.494, 0.8]],
    middle: 0,
    turned: true,
  }),
  pawn: () => ({
    parts: [{ role: 'body', geometry: joinParts(withMaterial(turnProfile(PAWN, 40), SEAT)) }],
    signs: [[0, -0.235, 0.13, 0.5]],
    middle: 0.39,
  }),
  token: () => ({ ...disc(), signs: [[0, -0.19, 0.156, 0.5]] }),
  ...LASER_SOLIDS,
};

export function solidOf(shape: string, detail: Detail): Solid {
  return atDetail(SHARE[detail], SOLIDS[shape] ?? SOLIDS.token!);
}

/** Set texture coordinates from above: the pattern runs through the stone. */
function planarUv(geometry: BufferGeometry): BufferGeometry {
  const [place, uv] = [geometry.getAttribute('position'), geometry.getAttribute('uv')];
  for (let n = 0; n < place.count; n++) {
    uv.setXY(n, 0.5 + place.getX(n) * 0.55 + place.getZ(n) * 0.3, 0.5 + place.getY(n) * 0.55);
  }
  return geometry;
}

// ---- Marks of the seats -------------------------------------------------------------------------------------------

/** Return the mark of a seat, as large as fits on a disc: a dot, a cross, a triangle, a square or a ring. */
export function seatSignGeometry(seat: number): BufferGeometry {
  switch (seat % 5) {
    case 0:
      return new CircleGeometry(0.075, 28);
    case 1:
      return mergeGeometries([
        new BoxGeometry(0.26, 0.055, 0.004).rotateZ(Math.PI / 4),
        new BoxGeometry(0.26, 0.055, 0.004).rotateZ(-Math.PI / 4),
      ]);
    case 2:
      return new RingGeometry(0.085, 0.145, 3, 1, Math.PI / 2);
    case 3:
      return new RingGeometry(0.1, 0.16, 4, 1, Math.PI / 4);
    default:
      return new RingGeometry(0.085, 0.135, 32);
  }
}
