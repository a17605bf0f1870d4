/** Where things are shown besides pieces: around a ball's middle, on the slab, a little above it. */
import type { Kind, Piece } from '#lib/net/types.ts';
import type { Table } from '../../animation/poses.ts';
import { distance, siteAt, type Vec } from '../geometry.ts';

/** Where a mark of a site lies: on the slab, or around the middle of a ball. */
export function foot(table: Table, site: number): Vec {
  return settled(table, siteAt(table.board, site));
}

/** Where an empty site is marked: where a ball would touch, not where its middle would be. */
export function ground(table: Table, site: number): Vec {
  const [x, y, z] = siteAt(table.board, site);
  return [x, y, z + table.frame.surface + 0.02];
}

export function settled(table: Table, [x, y, z]: Vec): Vec {
  return [x, y, table.frame.stacked ? z : table.frame.surface];
}

export function raised([x, y, z]: Vec, by: number): Vec {
  return [x, y, z + by];
}

export function sitesOf(...pieces: (Piece | null)[]): number[] {
  return pieces.flatMap((piece) =>
    typeof piece?.place === 'number' ? [piece.place] : Array.isArray(piece?.place) ? piece.place : [],
  );
}

export function centreOf(points: readonly Vec[]): Vec {
  const mean = (k: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[k], 0) / (points.length || 1);
  return [mean(0), mean(1), mean(2)];
}

/** A way that ends a little before its end, so that an arrow's head has room. */
export function shortened(points: readonly Vec[], by: number): Vec[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) {
    return [...points];
  }
  const keep = Math.max(0.3, 1 - by / (distance(last, before) || 1));
  const end: Vec = [
    before[0] + (last[0] - before[0]) * keep,
    before[1] + (last[1] - before[1]) * keep,
    before[2] + (last[2] - before[2]) * keep,
  ];
  return [...points.slice(0, -1), end];
}

/** A curved way around a piece that turns. */
export function curl(table: Table, site: number, clockwise: boolean): Vec[] {
  const [x, y, z] = siteAt(table.board, site);
  return Array.from({ length: 13 }, (_, k) => {
    const degrees = clockwise ? 200 - 15 * k : -20 + 15 * k;
    const angle = (degrees * Math.PI) / 180;
    return [x + 0.56 * Math.cos(angle), y + 0.56 * Math.sin(angle), z + 0.55];
  });
}

/** Whether a piece that has turned did so clockwise; half a turn counts as one. */
export function isClockwise({ facings }: Kind, before: Piece, after: Piece): boolean {
  return (((after.facing - before.facing) % facings) + facings) % facings <= facings / 2;
}
