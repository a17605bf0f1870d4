/** The parts of trays: rails and bowls with their floors, the lines of seats, and the grooves of empty places. */
import { BufferAttribute, type BufferGeometry, Color, Matrix3 } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { mix, shade } from '#lib/theme/colour.ts';
import type { Vec2 } from '../view/geometry.ts';
import { TRAY_RIM } from '../view/trays.ts';
import { circleOutline, flatCap, loft, mapUv, type Outline, type ProfilePoint, roundProfile, shaded } from './loft.ts';

/** Height of the rim above the floor of a tray, and depth of the foot below it. */
const RIM_HEIGHT = 0.12;
const FOOT = 0.09;
/** A thin ring around the floor in the colour of the seat. */
const LINE_WIDTH = 0.018;
/** A place without a piece is a shallow groove: its radius in pitches, its width, and the edge that catches light. */
const PLACE_RADIUS = 0.4;
const GROOVE_WIDTH = 0.018;
const GROOVE_EDGE = 0.008;
const PLACE_STEPS = 40;
/** Stone on a floor is turned and enlarged, or it would show the mirror images of its tiles beside each other. */
const STONE_TURN = 0.3;
const STONE_SCALE = 0.4;
/** Light that reaches the foot of the inner wall, and the floor. */
const WALL_LIGHT = 0.5;
const FLOOR_LIGHT = 0.9;

/** Return a rail, from its foot over the round rim to its hollowed floor. */
export function railGeometry(outline: Outline, floor: number, stone: boolean): BufferGeometry {
  const top = floor + RIM_HEIGHT;
  const inside = TRAY_RIM * 0.85;
  const profile: ProfilePoint[] = [
    [0.05, floor - FOOT],
    [0, floor - FOOT + 0.04],
    ...roundProfile([0, top - 0.05], [0.05, top]),
    ...roundProfile([inside - 0.035, top], [inside, top - 0.04], 4, false),
    // The wall blends into the floor.
    ...roundProfile([inside, floor + 0.05], [inside + 0.1, floor - 0.004]),
  ];
  const wall = shaded(loft(outline, profile), outline.points.length, (row) => {
    const [inset, z] = profile[row]!;
    const deep = Math.min(1, (top - z) / (RIM_HEIGHT - 0.04));
    const floorwards = Math.max(0, (inset - inside) / 0.1);
    return inset < inside - 1e-6 ? 1 : 1 + (WALL_LIGHT - 1) * deep + (FLOOR_LIGHT - WALL_LIGHT) * floorwards * deep;
  });
  const base = flatCap(outline, inside + 0.1, floor - 0.004);
  return mergeGeometries([wall, shaded(stone ? turnedStone(base) : alongGrain(base), 1, () => FLOOR_LIGHT)]);
}

/** Return the same pattern at an angle, and larger. */
function turnedStone(floor: BufferGeometry): BufferGeometry {
  return mapUv(floor, new Matrix3().setUvTransform(0, 0, STONE_SCALE, STONE_SCALE, STONE_TURN, 0, 0));
}

/** Return a ring around a place, dark inside and light at its outer edge. */
export function placeGroove(spot: Vec2, pitch: number, floor: number, wood: string): BufferGeometry {
  const outline = circleOutline(spot, PLACE_RADIUS * pitch, PLACE_STEPS);
  const band = (from: number, to: number, colour: string) =>
    coloured(
      loft(outline, [
        [from, floor],
        [to, floor],
      ]),
      colour,
    );
  return mergeGeometries([band(-GROOVE_EDGE, 0, mix(wood, '#ffffff', 0.3)), band(0, GROOVE_WIDTH, shade(wood, 0.55))]);
}

/** Align the grain with the floor of a rail, whatever the direction of the rail. */
function alongGrain(floor: BufferGeometry): BufferGeometry {
  floor.computeBoundingBox();
  const { min, max } = floor.boundingBox!;
  return max.y - min.y > max.x - min.x ? mapUv(floor, new Matrix3(0, 1, 0, 1, 0, 0, 0, 0, 1)) : floor;
}

export function seatLine(outline: Outline, floor: number, colour: string): BufferGeometry {
  const from = TRAY_RIM * 0.85 + 0.11;
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
