/** Heights of cords between pegs, so that none runs through another. */
import type { Vec2 } from './geometry.ts';

export interface Cord {
  id: number;
  from: Vec2;
  to: Vec2;
}

/**
 * Give each cord, in the order of ids, the layer of the cords that are parallel to it, else the next free one. Parallel cords
 * between pegs on a circle do not meet, and have as many directions as there are pegs, so that no more layers are needed.
 */
export function cordLayers(cords: readonly Cord[]): Map<number, number> {
  const layers: Cord[][] = [];
  for (const cord of [...cords].sort((a, b) => a.id - b.id)) {
    const layer = layers.find((others) => others.every((other) => apart(cord, other)));
    if (layer) {
      layer.push(cord);
    } else {
      layers.push([cord]);
    }
  }
  return new Map(layers.flatMap((layer, n) => layer.map(({ id }) => [id, n] as const)));
}

/** Return whether two cords lie on parallel lines, and not on the same one. */
function apart({ from, to }: Cord, other: Cord): boolean {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const side = (spot: Vec2) => x * (spot[1] - from[1]) - y * (spot[0] - from[0]);
  return Math.abs(side(other.from) - side(other.to)) < 1e-3 && Math.abs(side(other.from)) > 1e-3;
}

export const CORD_RADIUS = 0.025;
/** Distance between layers: more than a cord is thick, because its windings sink a little. */
const LAYER = 0.06;
/** Height of the lowest layer above the board. */
const LOWEST = 0.13;

export function layerHeight(layer: number): number {
  return LOWEST + layer * LAYER;
}

/** Return the height of the middle of a peg's knob: above all its layers. */
export function knobHeight(pegs: number): number {
  return layerHeight(Math.max(4, pegs - 1)) + CORD_RADIUS + 0.09;
}
