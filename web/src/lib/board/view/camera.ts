/**
 * The camera of a board, and the projection of points. The 3-D scene and the flat picture share it, so that the buttons
 * over them are always where the sites are seen.
 */
import type { Vec2, Vec3 } from './geometry.ts';

export interface CameraView {
  /** Angle of the viewer around the board in degrees; 0 is the first seat. */
  turned: number;
  /** Degrees off the vertical: 0 is straight from above. */
  tilt: number;
  /** 1 fits the whole board into the picture. */
  zoom: number;
}

export interface Camera {
  turned: number;
  tilt: number;
  /** The point in the centre of the picture. */
  target: Vec3;
  /** The unit vectors to the picture's right, to its top, and towards the viewer. */
  right: Vec3;
  up: Vec3;
  back: Vec3;
  distance: number;
  /** Pixels: half of the picture, and how long a unit at distance 1 is. */
  width: number;
  height: number;
  focal: number;
  /** Flat pictures have no perspective. */
  flat: boolean;
}

export interface ProjectedPoint {
  x: number;
  y: number;
  /** Pixels for one unit there. */
  scale: number;
  /** Distance from the viewer. */
  depth: number;
}

/** Half of the vertical field of view. It is narrow, so that boards show little perspective distortion. */
export const HALF_FOV_DEGREES = 13;
export const TILT_RANGE = [0, 78] as const;
export const ZOOM_RANGE = [0.6, 4] as const;

const FLAT_DISTANCE = 1000;

/**
 * Return the camera that has all `points` in a picture of this size at zoom 1, between strips of `top` and `bottom`
 * pixels. `focus` shifts the target.
 */
export function cameraFor(
  view: CameraView,
  points: readonly Vec3[],
  size: { width: number; height: number },
  {
    flat = false,
    margin = 12,
    top = 0,
    bottom = 0,
    focus = null,
  }: { flat?: boolean; margin?: number; top?: number; bottom?: number; focus?: Vec3 | null } = {},
): Camera {
  const width = Math.max(1, size.width);
  const height = Math.max(1, size.height);
  const focal = height / 2 / Math.tan((HALF_FOV_DEGREES * Math.PI) / 180);
  const { turned, tilt } = view;
  const camera: Camera = {
    turned,
    tilt,
    target: [0, 0, 0],
    ...axes(turned, tilt),
    distance: 1,
    width,
    height,
    focal,
    flat,
  };
  frameAll(camera, points, Math.max(0.1, width / 2 - margin), Math.max(0.1, (height - top - bottom) / 2 - margin));
  camera.target = plus(camera.target, camera.up, (((top - bottom) / 2) * camera.distance) / focal);
  camera.distance /= view.zoom;
  if (focus) {
    camera.target = focus;
  }
  return camera;
}

/**
 * Return the axes of the camera. The viewer stands at −y, moves around the board by `turned`, and is raised by 90° −
 * `tilt`.
 */
function axes(turned: number, tilt: number): { right: Vec3; up: Vec3; back: Vec3 } {
  const [sin, cos] = [Math.sin((turned * Math.PI) / 180), Math.cos((turned * Math.PI) / 180)];
  const [low, high] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
  const back: Vec3 = [low * sin, -low * cos, high];
  const right: Vec3 = [cos, sin, 0];
  return { right, back, up: cross(back, right) };
}

/** Return a camera between two others; it turns by the smaller angle. */
export function interpolateCamera(from: Camera, to: Camera, part: number): Camera {
  const blend = (a: number, b: number) => a + (b - a) * part;
  const turned = from.turned + (((to.turned - from.turned + 540) % 360) - 180) * part;
  const tilt = blend(from.tilt, to.tilt);
  const target: Vec3 = [
    blend(from.target[0], to.target[0]),
    blend(from.target[1], to.target[1]),
    blend(from.target[2], to.target[2]),
  ];
  return { ...to, turned, tilt, ...axes(turned, tilt), target, distance: blend(from.distance, to.distance) };
}

/** Choose target and distance. Perspective enlarges what is near, so the target is found by iteration. */
function frameAll(camera: Camera, points: readonly Vec3[], halfWidth: number, halfHeight: number): void {
  const { right, up, back, focal, flat } = camera;
  const middle = middleOf(points);
  const seen = points.map((point): Vec3 => {
    const from = minus(point, middle);
    return [dot(from, right), dot(from, up), flat ? 0 : dot(from, back)];
  });
  // Position of the target in the plane of the picture through the middle: right and up.
  let [across, above] = [0, 0];
  for (let round = 0; round < 8; round++) {
    let needed = 0.1;
    let [left, most, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y, near] of seen) {
      const [wide, tall] = [Math.abs(x - across) / halfWidth, Math.abs(y - above) / halfHeight];
      needed = Math.max(needed, near + Math.max(wide, tall) * focal);
    }
    for (const [x, y, near] of seen) {
      left = Math.min(left, (x - across) / (needed - near));
      most = Math.max(most, (x - across) / (needed - near));
      low = Math.min(low, (y - above) / (needed - near));
      high = Math.max(high, (y - above) / (needed - near));
    }
    camera.distance = needed;
    camera.target = plus(plus(middle, right, across), up, above);
    across += ((left + most) / 2) * needed;
    above += ((low + high) / 2) * needed;
  }
}

/** Return where a point appears in the picture. */
export function project(
  { target, right, up, back, distance, width, height, focal, flat }: Camera,
  point: Vec3,
): ProjectedPoint {
  const [x, y, z] = [point[0] - target[0], point[1] - target[1], point[2] - target[2]];
  const near = x * back[0] + y * back[1] + z * back[2];
  const depth = distance - near;
  const scale = focal / (flat ? distance : Math.max(0.01, depth));
  return {
    x: width / 2 + (x * right[0] + y * right[1] + z * right[2]) * scale,
    y: height / 2 - (x * up[0] + y * up[1] + z * up[2]) * scale,
    scale,
    depth: flat ? FLAT_DISTANCE - near : depth,
  };
}

/**
 * Return the board point at height `z` that a point of the picture shows; null if the line of sight does not reach that
 * height.
 */
export function unproject(camera: Camera, x: number, y: number, z: number): Vec2 | null {
  const dx = (x - camera.width / 2) / camera.focal;
  const dy = (camera.height / 2 - y) / camera.focal;
  const { right, up, back, target, distance: away } = camera;
  let eye = plus(target, back, away);
  let ray = plus(plus([-back[0], -back[1], -back[2]], right, dx), up, dy);
  if (camera.flat) {
    eye = plus(plus(eye, right, dx * away), up, dy * away);
    ray = [-back[0], -back[1], -back[2]];
  }
  const steps = (z - eye[2]) / ray[2];
  return Number.isFinite(steps) && steps > 0 ? [eye[0] + ray[0] * steps, eye[1] + ray[1] * steps] : null;
}

/** Return how far the board is turned when a seat whose side is at this angle is in front. */
export function turnForHome(home: number): number {
  return normalizeDegrees(home - 270);
}

export function normalizeDegrees(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** Return the angle between two directions, at most 180°. */
function apart(one: number, other: number): number {
  return Math.abs(((normalizeDegrees(one - other) + 180) % 360) - 180);
}

/** Return the allowed angle nearest to a given one. */
export function nearestTurn(turned: number, turns: readonly number[]): number {
  return [...turns].sort((a, b) => apart(turned, a) - apart(turned, b))[0] ?? 0;
}

/** Return the seat that is in front after a rotation of the board; in a tie, the seat that was in front before. */
export function nearestSeat(homes: readonly number[], front: number, turned: number): number {
  const away = (seat: number) => apart((homes[front] ?? 270) + turned, homes[seat]!);
  const nearest = homes.reduce((best, _, seat) => (away(seat) < away(best) - 1 ? seat : best), front);
  return homes[front] === undefined ? front : nearest;
}

/** Return the next angle to which the board can be turned. */
export function nextTurn(turned: number, turns: readonly number[]): number {
  const ordered = [...turns].map(normalizeDegrees).sort((a, b) => a - b);
  return ordered.find((angle) => angle > normalizeDegrees(turned) + 1) ?? ordered[0] ?? normalizeDegrees(turned + 180);
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec3, b: Vec3, times: number): Vec3 => [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function middleOf(points: readonly Vec3[]): Vec3 {
  const axis = (k: 0 | 1 | 2) => {
    const values = points.map((point) => point[k]);
    return values.length ? (Math.min(...values) + Math.max(...values)) / 2 : 0;
  };
  return [axis(0), axis(1), axis(2)];
}
