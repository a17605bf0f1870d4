/** Corners and colours of cells and lines, as games declare them. */
import type { Cell, Site } from '#lib/net/types.ts';
import type { Vec2 } from './geometry.ts';

const HALF_HEIGHT = 1 / Math.sqrt(3);
const SQUARE: readonly Vec2[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const HEXAGON: readonly Vec2[] = [
  [0, -HALF_HEIGHT],
  [0.5, -HALF_HEIGHT / 2],
  [0.5, HALF_HEIGHT / 2],
  [0, HALF_HEIGHT],
  [-0.5, HALF_HEIGHT / 2],
  [-0.5, -HALF_HEIGHT / 2],
];

/** Return the corners of a cell, anticlockwise; `size` shrinks it towards its site. */
export function cellCorners(shape: Cell['shape'], { x, y }: Pick<Site, 'x' | 'y'>, size = 1): Vec2[] {
  return (shape === 'hexagon' ? HEXAGON : SQUARE).map(([dx, dy]) => [x + dx * size, y + dy * size]);
}

/** Return the colour of the seat that a shade ("seat 0", "reserved 1") or a line style ("seat 1") names. */
export function seatColour(name: string, colours: readonly string[]): string | undefined {
  const seat = /^(?:seat|reserved) (\d)$/.exec(name);
  return seat ? colours[Number(seat[1])] : undefined;
}
