/** The parts of trays: rails and bowls with their floors, the lines of seats, and the hollows of empty places. */
import { BufferAttribute, type BufferGeometry, Color, Matrix3 } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Vec2 } from '../view/geometry.ts';
import { TRAY_RIM } from '../view/trays.ts';
import {
  circleOutline,
  flatCap,
  geometryOf,
  gridTriangles,
  loft,
  mapUv,
  type Outline,
  type ProfilePoint,
  roundProfile,
  shaded,
} from './loft.ts';

/** Height of the rim above the floor of a tray, and depth of the foot below it. */
const RIM_HEIGHT = 0.12;
const FOOT = 0.09;
/** Distance of the floor from the outline. */
const FLOOR_INSET = TRAY_RIM * 0.85 + 0.1;
/** A thin ring around the floor in the colour of the seat. */
const LINE_WIDTH = 0.018;
/** A place without a piece is a hollow. It is drawn flat, with the normals of a part of a sphere and of a round lip. */
const HOLLOW_STEPS = 28;
const SMALL_HOLLOW_STEPS = 12;
const MANY_PLACES = 20;
/** Radii of the hollow in pitches, with how steep it is there and how much light it gets. */
const HOLLOW_ROWS = [
  [0.435, 0, 1],
  [0.415, -0.14, 1],
  [0.395, 0.52, 0.78],
  [0.36, 0.5, 0.7],
  [0.25, 0.32, 0.64],
  [0.12, 0.15, 0.6],
  [0.002, 0, 0.6],
] as const;
/** Polished stone is less hollow: it would mirror the lamps. */
const STONE_DEPTH = 0.5;
/** A ring of metal around a hollow: its radii in pitches. */
const PLACE_RING = [0.435, 0.47] as const;
/** Stone on a floor is turned and enlarged, or it would show the mirror images of its tiles beside each other. */
const STONE_TURN = 0.3;
const STONE_SCALE = 0.4;
/** Light that reaches the foot of the inner wall, and the floor. */
const WALL_LIGHT = 0.5;
const FLOOR_LIGHT = 0.9;

/** A place on the floor of a rail. */
export interface RailPlace {
  spot: Vec2;
  pitch: number;
}

/** Return the edge of a rail, from its foot over the round rim to its floor. */
export function railEdge(outline: Outline, floor: number): BufferGeometry {
  const top = floor + RIM_HEIGHT;
  const inside = FLOOR_INSET - 0.1;
  const profile: ProfilePoint[] = [
    [0.05, floor - FOOT],
    [0, floor - FOOT + 0.04],
    ...roundProfile([0, top - 0.05], [0.05, top]),
    ...roundProfile([inside - 0.035, top], [inside, top - 0.04], 4, false),
    // The wall blends into the floor.
    ...roundProfile([inside, floor + 0.05], [FLOOR_INSET, floor - 0.004]),
  ];
  return shaded(loft(outline, profile), outline.points.length, (row) => {
    const [inset, z] = profile[row]!;
    const deep = Math.min(1, (top - z) / (RIM_HEIGHT - 0.04));
    const floorwards = Math.max(0, (inset - inside) / 0.1);
    return inset < inside - 1e-6 ? 1 : 1 + (WALL_LIGHT - 1) * deep + (FLOOR_LIGHT - WALL_LIGHT) * floorwards * deep;
  });
}

/** Return the floor of a rail, with a hollow for each place. */
export function railFloor(
  outline: Outline,
  floor: number,
  stone: boolean,
  places: readonly RailPlace[],
): BufferGeometry {
  const base = shaded(flatCap(outline, FLOOR_INSET, floor - 0.004), 1, () => FLOOR_LIGHT);
  const steps = places.length > MANY_PLACES ? SMALL_HOLLOW_STEPS : HOLLOW_STEPS;
  const hollows = places.map((place) => hollow(place, floor, stone ? STONE_DEPTH : 1, steps));
  const whole = mergeGeometries([base, ...hollows]);
  return stone ? turnedStone(whole) : alongGrain(whole);
}

function hollow({ spot: [x, y], pitch }: RailPlace, floor: number, depth: number, steps: number): BufferGeometry {
  const [places, normals, spots]: [number[], number[], number[]] = [[], [], []];
  for (const [radius, steepness] of HOLLOW_ROWS) {
    const slope = steepness * depth;
    for (let step = 0; step <= steps; step++) {
      const angle = (2 * Math.PI * step) / steps;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [px, py, length] = [x + cos * radius * pitch, y + sin * radius * pitch, Math.hypot(slope, 1)];
      places.push(px, py, floor);
      normals.push((-cos * slope) / length, (-sin * slope) / length, 1 / length);
      spots.push(px, py);
    }
  }
  const geometry = geometryOf(
    new Float32Array(places),
    new Float32Array(normals),
    new Float32Array(spots),
    gridTriangles(steps + 1, HOLLOW_ROWS.length),
  );
  return shaded(geometry, steps + 1, (row) => HOLLOW_ROWS[row]![2] * FLOOR_LIGHT);
}

/** Return the same pattern at an angle, and larger. */
function turnedStone(floor: BufferGeometry): BufferGeometry {
  return mapUv(floor, new Matrix3().setUvTransform(0, 0, STONE_SCALE, STONE_SCALE, STONE_TURN, 0, 0));
}

/** Return a ring of metal around a place. */
export function placeRing({ spot, pitch }: RailPlace, floor: number, colour: string): BufferGeometry {
  const [inner, outer] = PLACE_RING;
  const ring = loft(circleOutline(spot, outer * pitch, HOLLOW_STEPS), [
    [0, floor + 0.003],
    [(outer - inner) * pitch, floor + 0.003],
  ]);
  return coloured(ring, colour);
}

/** Align the grain with the floor of a rail, whatever the direction of the rail. */
function alongGrain(floor: BufferGeometry): BufferGeometry {
  floor.computeBoundingBox();
  const { min, max } = floor.boundingBox!;
  return max.y - min.y > max.x - min.x ? mapUv(floor, new Matrix3(0, 1, 0, 1, 0, 0, 0, 0, 1)) : floor;
}

export function seatLine(outline: Outline, floor: number, colour: string): BufferGeometry {
  const from = FLOOR_INSET + 0.01;
  const line = loft(outline, [
    [from, floor],
    [from + LINE_WIDTH, floor],
  ]);
  return coloured(line, colour);
}

function coloured(geometry: BufferGeometry, colour: string): BufferGeometry {
  const tint = new Color(colour);
  const count = geometry.getAttribute('position').count;
  const tints = new Float32Array(count * 3);
  for (let n = 0; n < count; n++) {
    tint.toArray(tints, 3 * n);
  }
  return geometry.setAttribute('color', new BufferAttribute(tints, 3));
}
