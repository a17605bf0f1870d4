/** Heights of cords between pegs, so that none runs through another. */
import type { Vec2 } from './geometry.ts';

export interface Cord {
  id: number;
  from: Vec2;
  to: Vec2;
}

/** Give each cord, in the order of ids, the lowest layer without a cord that crosses it or shares a peg with it. */
export function cordLayers(cords: readonly Cord[]): Map<number, number> {
  const layers = new Map<number, number>();
  const placed: Cord[] = [];
  for (const cord of [...cords].sort((a, b) => a.id - b.id)) {
    const taken = new Set(placed.filter((other) => meet(cord, other)).map((other) => layers.get(other.id)));
    let layer = 0;
    while (taken.has(layer)) {
      layer++;
    }
    layers.set(cord.id, layer);
    placed.push(cord);
  }
  return layers;
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

/** Height of a layer, and of the lowest one above the board. */
const LAYER = 0.052;
const LOWEST = 0.125;

export function layerHeight(layer: number): number {
  return LOWEST + layer * LAYER;
}

/** The number of layers that pegs have room for; more cords share heights. */
export function layersOfPegs(pegs: number): number {
  return Math.max(5, pegs);
}

/** How high the middle of the knob of a peg is. */
export function knobHeight(pegs: number): number {
  return layerHeight(layersOfPegs(pegs)) + 0.06;
}
