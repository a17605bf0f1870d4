/** Heights of cords between pegs, so that none runs through another. */
import type { Vec2 } from './geometry.ts';

export interface Cord {
  id: number;
  from: Vec2;
  to: Vec2;
}

/**
 * Give each cord, in the order of ids, the layer of the cords that are parallel to it, else the next free one. Parallel cords
 * between pegs on a circle do not meet, and have as many directions as there are pegs: so many layers are enough.
 */
export function cordLayers(cords: readonly Cord[]): Map<number, number> {
  const layers: Cord[][] = [];
  for (const cord of [...cords].sort((a, b) => a.id - b.id)) {
    const layer = layers.find((others) => parallel(others[0]!, cord) && !others.some((other) => meet(cord, other)));
    if (layer) {
      layer.push(cord);
    } else {
      layers.push([cord]);
    }
  }
  return new Map(layers.flatMap((layer, n) => layer.map(({ id }) => [id, n] as const)));
}

function parallel(one: Cord, other: Cord): boolean {
  const [ax, ay] = [one.to[0] - one.from[0], one.to[1] - one.from[1]];
  const [bx, by] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
  return Math.abs(ax * by - ay * bx) < 1e-3 * Math.hypot(ax, ay) * Math.hypot(bx, by);
}

function meet(one: Cord, other: Cord): boolean {
  const ends = [one.from, one.to].some((end) => [other.from, other.to].some((spot) => same(end, spot)));
  return ends || (crosses(one, other) && crosses(other, one));
}

/** Whether the ends of a cord lie on both sides of the line through another. */
function crosses(one: Cord, line: Cord): boolean {
  const side = (spot: Vec2) =>
    (line.to[0] - line.from[0]) * (spot[1] - line.from[1]) - (line.to[1] - line.from[1]) * (spot[0] - line.from[0]);
  return side(one.from) * side(one.to) <= 1e-9;
}

function same(one: Vec2, other: Vec2): boolean {
  return Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6;
}

export const CORD_RADIUS = 0.025;
/** Distance between layers: more than a cord is thick, because its windings sink a little. */
const LAYER = 0.06;
/** Height of the lowest layer above the board. */
const LOWEST = 0.13;

export function layerHeight(layer: number): number {
  return LOWEST + layer * LAYER;
}

/** How high the middle of the knob of a peg is: above all its layers. */
export function knobHeight(pegs: number): number {
  return layerHeight(Math.max(4, pegs - 1)) + CORD_RADIUS + 0.09;
}
