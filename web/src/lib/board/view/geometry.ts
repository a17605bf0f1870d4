/**
 * The shape of a board, from its description alone: the slab, the positions of sites, the course of paths. All in units of
 * the board: x to the right, y away from the first seat, z up, neighbours about 1 apart.
 */
import type { Arc, Board, Site } from '#lib/net/types.ts';

export type Vec3 = readonly [x: number, y: number, z: number];
export type Vec2 = readonly [x: number, y: number];

/** A board with what follows from its description. */
export interface Frame {
  board: Board;
  centre: Vec2;
  /** Height of the slab's upper face. Balls lie in hollows, so that their sites are above it. */
  surface: number;
  /** The corners of the slab, anticlockwise; a round one has many. */
  outline: Vec2[];
  /** The slab's bounds: left, front, right, back. */
  bounds: readonly [number, number, number, number];
  /** Thickness of the slab: small boards are thinner, or their side would look as broad as their frame. */
  thickness: number;
  /** Width of the raised frame around the face; 0 without one. */
  frameWidth: number;
  /** Whether sites lie at several heights. */
  stacked: boolean;
}

/** Depth of a ball of radius ½ in its hollow. */
const HOLLOW = 0.14;
const PAD = 0.42;
const PAD_CELLS = 0.42;
const PAD_LABEL = 0.2;
/** Thickness of large slabs, and of small ones as a part of their width. */
const MAX_THICKNESS = 0.42;
const THICKNESS_OF_WIDTH = 0.068;
/** Least width of the raised frame around a face, and its width as a part of that of a large face. */
const MIN_FRAME_WIDTH = 0.3;
const FRAME_PART = 0.036;

export function frameOf(board: Board): Frame {
  const xs = board.sites.map((site) => site.x);
  const ys = board.sites.map((site) => site.y);
  const centre: Vec2 = [middle(xs), middle(ys)];
  const surface = board.cells.some((cell) => cell.shade === 'hollow') ? HOLLOW - 0.5 : 0;
  const frameWidth = board.appearance.frame ? frameWidthOf(boundsOf(slabOutline(board, centre, 0))) : 0;
  const outline = slabOutline(board, centre, frameWidth);
  const bounds = boundsOf(outline);
  const stacked = board.sites.some((site) => site.z !== board.sites[0]?.z);
  const thickness = Math.min(MAX_THICKNESS, THICKNESS_OF_WIDTH * (bounds[2] - bounds[0]));
  return { board, centre, surface, outline, bounds, thickness, frameWidth, stacked };
}

export function siteAt(board: Board, n: number): Vec3 {
  const site = board.sites[n];
  if (!site) {
    throw new RangeError(`The board has no site ${n}.`);
  }
  return [site.x, site.y, site.z];
}

/** Return whether only sites are drawn on the board: they are dots themselves. */
export function hasOnlySites(board: Board): boolean {
  return !board.cells.length && !board.lines.length;
}

/** Return whether an empty site is visible on the board itself because it is on the slab. */
export function isOnSlab(board: Board, site: Site): boolean {
  return site.z <= Math.min(...board.sites.map((one) => one.z)) + 1e-6;
}

/**
 * Return the places of the coordinates for a viewer at an angle in degrees. On square boards they are at the viewer's
 * left and in front, where no piece hides them; both sides have room for them.
 */
export function labelPlaces({ board, centre }: Frame, turned: number): Vec2[] {
  const angle = (turned * Math.PI) / 180;
  const near: Vec2 = [Math.sin(angle), -Math.cos(angle)];
  const left: Vec2 = [-Math.cos(angle), -Math.sin(angle)];
  const half = ([0, 1] as const).map((axis) =>
    Math.max(0, ...board.sites.map((site) => Math.abs((axis ? site.y : site.x) - centre[axis]))),
  );
  return board.labels.map(({ x, y }) => {
    const place: [number, number] = [x, y];
    for (const axis of board.outline === 'square' ? ([0, 1] as const) : []) {
      const off = place[axis] - centre[axis];
      const way = Math.abs(near[axis]) > Math.abs(left[axis]) ? near : left;
      if (Math.abs(off) > half[axis]! && off * way[axis] < 0) {
        place[axis] = centre[axis] - off;
      }
    }
    return place;
  });
}

function middle(values: number[]): number {
  return values.length ? (Math.min(...values) + Math.max(...values)) / 2 : 0;
}

// ---- The slab -----------------------------------------------------------------------------------------------------

function frameWidthOf([left, , right]: Frame['bounds']): number {
  return Math.max(MIN_FRAME_WIDTH, FRAME_PART * (right - left));
}

function slabOutline(board: Board, centre: Vec2, frame: number): Vec2[] {
  const half = board.cells.length ? 0.5 : 0;
  const pad = (board.cells.length ? PAD_CELLS : PAD) + frame;
  const low = Math.min(...board.sites.map((site) => site.z));
  const edge: Vec2[] = [];
  for (const site of board.sites.filter((one) => one.z <= low + 1e-6)) {
    for (const dx of [-half, half]) {
      for (const dy of [-half, half]) {
        edge.push([site.x + dx, site.y + dy]);
      }
    }
  }
  for (const arc of board.arcs) {
    for (let k = 0; k <= 12; k++) {
      edge.push(arcPoint(arc, k / 12));
    }
  }
  const labels = board.labels.map((label): Vec2 => [label.x, label.y]);
  if (board.outline === 'round') {
    const reach = (spots: Vec2[]) => Math.max(0, ...spots.map((spot) => distance(spot, centre)));
    return circle(centre, Math.max(reach(edge) + pad, reach(labels) + PAD_LABEL + frame), 72);
  }
  edge.push(...labels);
  if (board.outline === 'square') {
    // The playing field stays in the centre, although only two sides have coordinates.
    const reach = (axis: 0 | 1) => Math.max(...edge.map((spot) => Math.abs(spot[axis] - centre[axis]))) + pad;
    const [w, h] = [reach(0), reach(1)];
    const [x, y] = centre;
    return [
      [x - w, y - h],
      [x + w, y - h],
      [x + w, y + h],
      [x - w, y + h],
    ];
  }
  if (board.outline === 'hexagon') {
    return hexagon(centre, edge, pad);
  }
  return widen(
    hull([...edge, ...edge.map((spot): Vec2 => [2 * centre[0] - spot[0], 2 * centre[1] - spot[1]])]),
    pad + 0.1,
  );
}

/** Return the smaller of the two regular hexagons around some points: with a corner or with an edge in front. */
function hexagon(centre: Vec2, spots: readonly Vec2[], pad: number): Vec2[] {
  const [first, second] = [0, 30].map((turned) => {
    const ways = [0, 60, 120, 180, 240, 300].map((degrees) => ((degrees + turned) * Math.PI) / 180);
    const reach = (angle: number) =>
      Math.max(...spots.map(([x, y]) => (x - centre[0]) * Math.cos(angle) + (y - centre[1]) * Math.sin(angle)));
    return { turned, away: Math.max(...ways.map(reach)) + pad };
  }) as [{ turned: number; away: number }, { turned: number; away: number }];
  const { turned, away } = first.away <= second.away ? first : second;
  return [30, 90, 150, 210, 270, 330].map((degrees) => {
    const angle = ((degrees + turned) * Math.PI) / 180;
    const radius = away / Math.cos(Math.PI / 6);
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

function circle(centre: Vec2, radius: number, corners: number): Vec2[] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

export function boundsOf(spots: readonly Vec2[]): readonly [number, number, number, number] {
  const xs = spots.map((spot) => spot[0]);
  const ys = spots.map((spot) => spot[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Return whether a point is within a convex shape whose corners run anticlockwise. */
export function contains(corners: readonly Vec2[], x: number, y: number): boolean {
  for (let n = 0; n < corners.length; n++) {
    const [from, to] = [corners[n]!, corners[(n + 1) % corners.length]!];
    if ((to[0] - from[0]) * (y - from[1]) < (to[1] - from[1]) * (x - from[0])) {
      return false;
    }
  }
  return true;
}

/** Return the corners of the convex hull of some points, anticlockwise. */
export function hull(spots: readonly Vec2[]): Vec2[] {
  const ordered = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (points: readonly Vec2[]): Vec2[] => {
    const corners: Vec2[] = [];
    for (const point of points) {
      while (corners.length > 1 && side(corners.at(-2)!, corners.at(-1)!, point) <= 1e-6) {
        corners.pop();
      }
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return ordered.length < 3 ? ordered : [...half(ordered), ...half(ordered.reverse())];
}

/** Return a convex shape with every edge moved outwards, or inwards by a negative distance. */
export function widen(corners: readonly Vec2[], by: number): Vec2[] {
  return corners.map((corner, n) => {
    const before = corners[(n + corners.length - 1) % corners.length]!;
    const after = corners[(n + 1) % corners.length]!;
    const one = outward(before, corner);
    const other = outward(corner, after);
    const scale = by / (1 + one[0] * other[0] + one[1] * other[1]);
    return [corner[0] + (one[0] + other[0]) * scale, corner[1] + (one[1] + other[1]) * scale];
  });
}

function outward(from: Vec2, to: Vec2): Vec2 {
  const length = distance(from, to) || 1;
  return [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
}

function side(one: Vec2, other: Vec2, third: Vec2): number {
  return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0]);
}

export function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, k) => value - (other[k] ?? 0)));
}

// ---- Paths --------------------------------------------------------------------------------------------------------

export function arcPoint(arc: Arc, along: number): Vec2 {
  const angle = ((arc.start + arc.sweep * along) * Math.PI) / 180;
  return [arc.centre[0] + arc.radius * Math.cos(angle), arc.centre[1] + arc.radius * Math.sin(angle)];
}

/** A path over the board as a list of points, with the length up to each point and up to each step. */
export interface Polyline {
  points: Vec3[];
  lengths: number[];
  total: number;
  /** `steps[k]` is the length up to entry k of the path; for an arc, up to its far end. */
  steps: number[];
}

/** An arc is drawn with a corner about every eight degrees. */
const DEGREES = 8;

/** Return the polyline along a path of sites and names of arcs. */
export function pathPolyline(board: Board, path: readonly (number | string)[]): Polyline {
  const way: Polyline = { points: [], lengths: [], total: 0, steps: [] };
  for (const entry of path) {
    if (typeof entry === 'number') {
      goTo(way, siteAt(board, entry));
    } else {
      const arc = board.arcs.find((one) => one.name === entry);
      if (arc) {
        goAlong(way, arc);
      }
    }
    way.steps.push(way.total);
  }
  return way;
}

/** Return the straight path through some points. */
export function straightPolyline(points: readonly Vec3[]): Polyline {
  const way: Polyline = { points: [], lengths: [], total: 0, steps: [] };
  for (const point of points) {
    goTo(way, point);
    way.steps.push(way.total);
  }
  return way;
}

function goTo(way: Polyline, point: Vec3): void {
  const last = way.points.at(-1);
  const further = last ? distance(last, point) : 0;
  if (last && further < 1e-9) {
    return;
  }
  way.total += further;
  way.points.push(point);
  way.lengths.push(way.total);
}

function goAlong(way: Polyline, arc: Arc): void {
  const last = way.points.at(-1);
  const z = arc.centre[2];
  const [start, end] = [arcPoint(arc, 0), arcPoint(arc, 1)];
  const forwards = !last || distance(last.slice(0, 2), start) <= distance(last.slice(0, 2), end);
  const corners = Math.max(2, Math.ceil(Math.abs(arc.sweep) / DEGREES));
  for (let k = 0; k <= corners; k++) {
    const [x, y] = arcPoint(arc, forwards ? k / corners : 1 - k / corners);
    goTo(way, [x, y, z]);
  }
}

/** Write the point at a length of the path into `out`; nothing is allocated. */
export function pointAt(way: Polyline, length: number, out: [number, number, number]): void {
  const { points, lengths } = way;
  const first = points[0];
  if (!first) {
    return;
  }
  let k = 1;
  while (k < points.length - 1 && lengths[k]! < length) {
    k++;
  }
  const [from, to] = [points[k - 1] ?? first, points[k] ?? first];
  const [low, high] = [lengths[k - 1] ?? 0, lengths[k] ?? 0];
  const part = high > low ? Math.min(1, Math.max(0, (length - low) / (high - low))) : 1;
  out[0] = from[0] + (to[0] - from[0]) * part;
  out[1] = from[1] + (to[1] - from[1]) * part;
  out[2] = from[2] + (to[2] - from[2]) * part;
}
