/** Solids with a convex outline and a profile: slabs, frames, trays, steps. z is up; normals follow the profile. */
import { BufferAttribute, BufferGeometry, type Matrix3 } from 'three';
import type { Vec2 } from '../view/geometry.ts';

/** A closed convex outline, anticlockwise, with the outward normal and the length of the way to each point. */
export interface Outline {
  points: readonly Vec2[];
  normals: readonly Vec2[];
  lengths: readonly number[];
}

/** A step of a profile: distance inwards from the outline, and height. */
export type ProfilePoint = readonly [inset: number, z: number];

/** Return an outline with round corners; the last point repeats the first, where texture coordinates meet. */
export function roundedOutline(corners: readonly Vec2[], radius: number, segments = 8): Outline {
  const points: Vec2[] = [];
  const normals: Vec2[] = [];
  for (const [n, corner] of corners.entries()) {
    const before = corners[(n + corners.length - 1) % corners.length]!;
    const after = corners[(n + 1) % corners.length]!;
    const [enter, leave] = [outward(before, corner), outward(corner, after)];
    const turn = Math.atan2(enter[0] * leave[1] - enter[1] * leave[0], enter[0] * leave[0] + enter[1] * leave[1]);
    const room = 0.5 * Math.min(distance(before, corner), distance(corner, after));
    const cut = Math.min(room, radius * Math.tan(turn / 2));
    const own = turn > 1e-3 ? cut / Math.tan(turn / 2) : 0;
    // The centre of the arc is inside, at the same distance from both edges.
    const scale = own / (1 + enter[0] * leave[0] + enter[1] * leave[1]);
    const middle: Vec2 = [corner[0] - (enter[0] + leave[0]) * scale, corner[1] - (enter[1] + leave[1]) * scale];
    const steps = own > 1e-4 ? segments : 1;
    for (let k = 0; k <= steps; k++) {
      const angle = Math.atan2(enter[1], enter[0]) + (turn * k) / steps;
      const normal: Vec2 = own > 1e-4 ? [Math.cos(angle), Math.sin(angle)] : k ? leave : enter;
      normals.push(normal);
      points.push([middle[0] + normal[0] * own, middle[1] + normal[1] * own]);
    }
  }
  points.push(points[0]!);
  normals.push(normals[0]!);
  const lengths = [0];
  for (let n = 1; n < points.length; n++) {
    lengths.push(lengths[n - 1]! + distance(points[n - 1]!, points[n]!));
  }
  return { points, normals, lengths };
}

/** Return the outline of a circle. */
export function circleOutline([x, y]: Vec2, radius: number, segments = 96): Outline {
  const angles = Array.from({ length: segments + 1 }, (_, k) => (2 * Math.PI * k) / segments);
  const normals = angles.map((angle): Vec2 => [Math.cos(angle), Math.sin(angle)]);
  return {
    normals,
    points: normals.map(([nx, ny]): Vec2 => [x + nx * radius, y + ny * radius]),
    lengths: angles.map((angle) => angle * radius),
  };
}

/** Return a quarter of a circle as a profile, from one point to another; `outwards` bulges away from the inside. */
export function roundProfile(from: ProfilePoint, to: ProfilePoint, segments = 5, upFirst = true): ProfilePoint[] {
  return Array.from({ length: segments + 1 }, (_, k): ProfilePoint => {
    const angle = ((Math.PI / 2) * k) / segments;
    const [first, second] = [Math.sin(angle), 1 - Math.cos(angle)];
    const [along, up] = upFirst ? [second, first] : [first, second];
    return [from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * up];
  });
}

/** Sweep a profile along an outline. A point that occurs twice in the profile is a sharp edge. */
export function loft({ points, normals, lengths }: Outline, profile: readonly ProfilePoint[]): BufferGeometry {
  const [columns, rows] = [points.length, profile.length];
  const place = new Float32Array(columns * rows * 3);
  const normal = new Float32Array(columns * rows * 3);
  const uv = new Float32Array(columns * rows * 2);
  let way = 0;
  for (let row = 0; row < rows; row++) {
    const [inset, z] = profile[row]!;
    way += row ? Math.hypot(inset - profile[row - 1]![0], z - profile[row - 1]![1]) : 0;
    const [out, up] = profileNormal(profile, row);
    for (let column = 0; column < columns; column++) {
      const n = row * columns + column;
      const [x, y] = points[column]!;
      const [nx, ny] = normals[column]!;
      place.set([x - nx * inset, y - ny * inset, z], 3 * n);
      normal.set([nx * out, ny * out, up], 3 * n);
      uv.set([lengths[column]!, way], 2 * n);
    }
  }
  return geometryOf(place, normal, uv, gridTriangles(columns, rows));
}

/** Give the rows of a geometry, of `columns` vertices each, a part of the light. */
export function shaded(geometry: BufferGeometry, columns: number, lightOf: (row: number) => number): BufferGeometry {
  const { count } = geometry.getAttribute('position');
  const light = new Float32Array(count * 3).map((_, n) => lightOf(Math.floor(n / 3 / columns)));
  return geometry.setAttribute('color', new BufferAttribute(light, 3));
}

/** Turn, scale and shift the texture coordinates of a geometry. */
export function mapUv(geometry: BufferGeometry, by: Matrix3): BufferGeometry {
  (geometry.getAttribute('uv') as BufferAttribute).applyMatrix3(by);
  return geometry;
}

/** Return the triangles between the points of a grid, which are numbered row by row. */
export function gridTriangles(columns: number, rows: number): number[] {
  const index: number[] = [];
  for (let n = columns + 1; n < columns * rows; n++) {
    if (n % columns) {
      const [a, b, c, d] = [n - columns - 1, n - columns, n, n - 1];
      index.push(a, b, c, a, c, d);
    }
  }
  return index;
}

/**
 * Return the normal of a profile, outwards and upwards: the mean of its two sides, or at a sharp edge that of one side.
 */
function profileNormal(profile: readonly ProfilePoint[], row: number): [out: number, up: number] {
  const here = profile[row]!;
  const side = (from: ProfilePoint | undefined, to: ProfilePoint | undefined): [number, number] | null => {
    const [along, up] = from && to ? [to[0] - from[0], to[1] - from[1]] : [0, 0];
    const length = Math.hypot(along, up);
    return length > 1e-6 ? [up / length, along / length] : null;
  };
  const [before, after] = [side(profile[row - 1], here), side(here, profile[row + 1])];
  const sum = [(before?.[0] ?? 0) + (after?.[0] ?? 0), (before?.[1] ?? 0) + (after?.[1] ?? 0)] as const;
  const length = Math.hypot(...sum) || 1;
  return [sum[0] / length, sum[1] / length];
}

/** Close an outline with a flat face; texture coordinates are x and y. */
export function flatCap({ points, normals }: Outline, inset: number, z: number): BufferGeometry {
  const rim = points.slice(0, -1).map(([x, y], n): Vec2 => {
    const [nx, ny] = normals[n]!;
    return [x - nx * inset, y - ny * inset];
  });
  const middle: Vec2 = [mean(rim.map((spot) => spot[0])), mean(rim.map((spot) => spot[1]))];
  const all = [middle, ...rim];
  const place = new Float32Array(all.flatMap(([x, y]) => [x, y, z]));
  const normal = new Float32Array(all.flatMap(() => [0, 0, 1]));
  const uv = new Float32Array(all.flat());
  const index = rim.flatMap((_, n) => [0, n + 1, ((n + 1) % rim.length) + 1]);
  return geometryOf(place, normal, uv, index);
}

export function geometryOf(
  place: Float32Array,
  normal: Float32Array,
  uv: Float32Array,
  index: number[],
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(place, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  geometry.setIndex(index);
  return geometry;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function distance(one: Vec2, other: Vec2): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

function outward(from: Vec2, to: Vec2): Vec2 {
  const length = distance(from, to) || 1;
  return [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
}
