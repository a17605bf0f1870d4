/** Building blocks of pieces: geometries whose vertices contain their material. z is up. */
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Vec2, Vec3 } from '../../view/geometry.ts';
import { flatCap, loft, type Outline, type ProfilePoint } from '../loft.ts';
import { MIRROR_COAT } from '../pieceShading.ts';

/** The material of a part. Without a colour, the part has the colour of its seat and the surface of its kind. */
export interface PartMaterial {
  colour?: string;
  roughness?: number;
  metalness?: number;
  coat?: number;
  /** Brightness of the seat's colour. */
  shade?: number;
  /** Share of the seat's colour in the part's own. */
  seatShare?: number;
}

export const SEAT: PartMaterial = {};
export const GOLD: PartMaterial = { colour: '#f0c468', roughness: 0.27, metalness: 0.88 };
export const BRASS: PartMaterial = { colour: '#d6ad5f', roughness: 0.3, metalness: 0.85 };
export const DARK: PartMaterial = { colour: '#17191d', roughness: 0.28, metalness: 0.2, coat: 1 };
export const BRONZE: PartMaterial = { colour: '#8a5a34', roughness: 0.36, metalness: 0.6 };
export const SKIN: PartMaterial = { colour: '#d8a468', roughness: 0.36, metalness: 0.2, coat: 0.4 };
export const MIRROR: PartMaterial = { colour: '#cfd6da', roughness: 0.1, metalness: 0, coat: MIRROR_COAT };
/** Polished floor in front of a mirror: it shows the mirror's direction where the pane is seen edge-on. */
export const SILVER: PartMaterial = { colour: '#68727a', roughness: 0.24, metalness: 0.55, coat: 0.5 };
export const LENS: PartMaterial = { colour: '#ff3b28', roughness: 0.2, coat: 1 };

/** Share of the segments that round parts are made of while a piece is built. */
let share = 1;
const MIN_SEGMENTS = 6;

/** Build something with a share of the segments. */
export function atDetail<Built>(part: number, build: () => Built): Built {
  share = part;
  try {
    return build();
  } finally {
    share = 1;
  }
}

function scaled(segments: number): number {
  return Math.min(segments, Math.max(MIN_SEGMENTS, Math.round(segments * share)));
}

/** Below this height, a piece is darker: less light reaches its foot. */
const FOOT = 0.11;

/** Store a material in the vertices of a geometry. */
export function withMaterial(
  geometry: BufferGeometry,
  { colour, roughness = 0.4, metalness = 0, coat = 0, shade = 1, seatShare = colour ? 0 : 1 }: PartMaterial,
  foot = FOOT,
): BufferGeometry {
  const place = geometry.getAttribute('position');
  const tint = new Float32Array(place.count * 4);
  const surface = new Float32Array(place.count * 4);
  const own = new Color(colour ?? '#ffffff');
  for (let n = 0; n < place.count; n++) {
    const open = foot ? Math.min(1, 0.5 + (0.5 * Math.max(0, place.getZ(n))) / foot) : 1;
    tint.set([own.r, own.g, own.b, seatShare], 4 * n);
    surface.set([roughness, metalness, coat, open * shade], 4 * n);
  }
  geometry.setAttribute('tint', new BufferAttribute(tint, 4));
  geometry.setAttribute('surface', new BufferAttribute(surface, 4));
  return geometry;
}

/** Join parts to one geometry. */
export function joinParts(...parts: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(parts);
  for (const one of parts) {
    one.dispose();
  }
  return whole;
}

export type TurnedProfile = readonly (readonly [radius: number, height: number])[];

/** Turn a profile round the axis. */
export function turnProfile(profile: TurnedProfile, segments = 48, from = 0, sweep = 2 * Math.PI): BufferGeometry {
  // Every second point of a long profile is enough for smooth shading.
  const kept =
    share < 0.5 && profile.length > 8 ? profile.filter((_, n) => n % 2 === 0 || n === profile.length - 1) : profile;
  const points = kept.map(([radius, height]) => new Vector2(Math.max(radius, 1e-4), height));
  return new LatheGeometry(points, scaled(segments), from, sweep).rotateX(Math.PI / 2);
}

/** Return a solid with a bevelled edge: the outline, closed at the top. */
export function block(outline: Outline, from: number, to: number, bevel: number, lean = 0): BufferGeometry {
  const profile: ProfilePoint[] = [
    [0, from],
    [lean, to - bevel],
    [lean + bevel * 0.3, to - bevel * 0.3],
    [lean + bevel, to],
  ];
  return mergeGeometries([loft(outline, profile), flatCap(outline, lean + bevel, to)]);
}

export function ball(middle: Vec3, radii: Vec3, segments = 24): BufferGeometry {
  return new SphereGeometry(1, scaled(segments), scaled(Math.round(segments * 0.7)))
    .scale(...radii)
    .translate(...middle);
}

/** Return a round rod between two points, which may taper. */
export function rod(from: Vec3, to: Vec3, radius: number, segments = 8, end = radius): BufferGeometry {
  const [start, stop] = [new Vector3(...from), new Vector3(...to)];
  const way = stop.clone().sub(start);
  const geometry = new CylinderGeometry(end, radius, way.length(), scaled(segments));
  const [x, y] = [Math.acos(Math.min(1, Math.max(-1, way.z / way.length()))), Math.atan2(way.y, way.x)];
  const middle = start.add(stop).multiplyScalar(0.5);
  return geometry
    .rotateX(Math.PI / 2)
    .rotateY(x)
    .rotateZ(y)
    .translate(middle.x, middle.y, middle.z);
}

/** Return rods along a closed or open path, with round joints. */
export function wire(points: readonly Vec3[], radius: number, closed = false, segments = 8): BufferGeometry {
  const ends = closed ? [...points.slice(1), points[0]!] : points.slice(1);
  return mergeGeometries([
    ...ends.map((end, n) => rod(points[n]!, end, radius, segments)),
    ...points.map((point) => ball(point, [radius, radius, radius], segments)),
  ]);
}

/** Return a flat convex polygon, visible from the side that its normal points to. */
export function polygon(corners: readonly Vec3[], normal: Vec3): BufferGeometry {
  const outline: Outline = {
    points: [...corners, corners[0]!].map(([x, y]): Vec2 => [x, y]),
    normals: corners.map((): Vec2 => [0, 0]).concat([[0, 0]]),
    lengths: [],
  };
  const geometry = flatCap(outline, 0, 0);
  const [place, way] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
  const all = [middleOf(corners), ...corners];
  for (const [n, corner] of all.entries()) {
    place.setXYZ(n, ...(corner as [number, number, number]));
    way.setXYZ(n, ...(normal as [number, number, number]));
  }
  return geometry;
}

function middleOf(corners: readonly Vec3[]): Vec3 {
  const mean = (k: 0 | 1 | 2) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length;
  return [mean(0), mean(1), mean(2)];
}
