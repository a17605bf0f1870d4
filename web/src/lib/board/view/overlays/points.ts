/** Points at which overlays are drawn: on the slab, above it, or around the centre of a ball. */
import type { Kind, Piece } from '#lib/net/types.ts';
import type { BoardLayout } from '../../animation/poses.ts';
import { distance, siteAt, type Vec3 } from '../geometry.ts';

/** Return the position of a mark at a site: on the slab, or around the centre of a ball. */
export function markPoint(layout: BoardLayout, site: number): Vec3 {
  return onSurface(layout, siteAt(layout.board, site));
}

/** Return the position of the mark of an empty site: where a ball would touch, not at its centre. */
export function contactPoint(layout: BoardLayout, site: number): Vec3 {
  const [x, y, z] = siteAt(layout.board, site);
  return [x, y, z + layout.frame.surface + 0.02];
}

export function onSurface(layout: BoardLayout, [x, y, z]: Vec3): Vec3 {
  return [x, y, layout.frame.stacked ? z : layout.frame.surface];
}

export function raise([x, y, z]: Vec3, by: number): Vec3 {
  return [x, y, z + by];
}

export function sitesOf(...pieces: (Piece | null)[]): number[] {
  return pieces.flatMap((piece) =>
    typeof piece?.place === 'number' ? [piece.place] : Array.isArray(piece?.place) ? piece.place : [],
  );
}

export function centroid(points: readonly Vec3[]): Vec3 {
  const mean = (k: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[k], 0) / (points.length || 1);
  return [mean(0), mean(1), mean(2)];
}

/** Shorten a path at its end, to leave room for the head of an arrow. */
export function shortenEnd(points: readonly Vec3[], by: number): Vec3[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) {
    return [...points];
  }
  const keep = Math.max(0.3, 1 - by / (distance(last, before) || 1));
  const end: Vec3 = [
    before[0] + (last[0] - before[0]) * keep,
    before[1] + (last[1] - before[1]) * keep,
    before[2] + (last[2] - before[2]) * keep,
  ];
  return [...points.slice(0, -1), end];
}

/** Return a curved path around a piece that rotates. */
export function turnArc(layout: BoardLayout, site: number, clockwise: boolean): Vec3[] {
  const [x, y, z] = siteAt(layout.board, site);
  return Array.from({ length: 13 }, (_, k) => {
    const degrees = clockwise ? 200 - 15 * k : -20 + 15 * k;
    const angle = (degrees * Math.PI) / 180;
    return [x + 0.56 * Math.cos(angle), y + 0.56 * Math.sin(angle), z + 0.55];
  });
}

/** Return whether a piece turned clockwise; half a turn counts as clockwise. */
export function isClockwise({ facings }: Kind, before: Piece, after: Piece): boolean {
  return (((after.facing - before.facing) % facings) + facings) % facings <= facings / 2;
}
