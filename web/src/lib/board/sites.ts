/** Which sites are buttons, where they lie in the picture and which of two that overlap is hit. */
import type { Piece } from '#lib/api/types.ts';
import { type Camera, project, type Seen } from './camera.ts';
import { onSlab, siteAt } from './geometry.ts';
import type { Table } from './poses.ts';

export interface SiteButton {
  site: number;
  x: number;
  y: number;
  /** Half of its width, in pixels. */
  reach: number;
  /** What lies above what: usable before pieces before empty sites, then what is nearer. */
  order: number;
}

/** A finger needs about this much, where neighbours leave it. */
const LEAST = 14;

export function siteButtons(
  table: Table,
  camera: Camera,
  pieces: readonly Piece[],
  usable: ReadonlySet<number>,
  kept: number | null,
): SiteButton[] {
  const standing = new Map<number, Piece>();
  for (const piece of pieces) {
    if (typeof piece.place === 'number') {
      standing.set(piece.place, piece);
    }
  }
  const balls = [...standing].map(([site, piece]) => ({ site, seen: seenAt(table, camera, site, piece), piece }));
  const hidden = ({ x, y, depth }: Seen, site: number): boolean =>
    balls.some(
      (ball) =>
        ball.site !== site &&
        ball.seen.depth < depth - 0.2 &&
        Math.hypot(ball.seen.x - x, ball.seen.y - y) < 0.55 * table.shapeOf(ball.piece).radius * ball.seen.scale,
    );
  const buttons: SiteButton[] = [];
  for (const [site, description] of table.board.sites.entries()) {
    const piece = standing.get(site);
    const seen = seenAt(table, camera, site, piece);
    const use = usable.has(site) || site === kept;
    // What is neither usable nor seen is not in the page: an empty place in the air, or what lies under a ball.
    if (!use && ((!piece && !onSlab(table.board, description)) || hidden(seen, site))) {
      continue;
    }
    const rank = usable.has(site) ? 2 : piece ? 1 : 0;
    buttons.push({
      site,
      x: seen.x,
      y: seen.y,
      reach: Math.max(LEAST, seen.scale * 0.46),
      order: rank * 100_000 + Math.round(50_000 - seen.depth * 20),
    });
  }
  return buttons;
}

/** Where the middle of what stands at a site, or of the empty site, is seen. */
function seenAt(table: Table, camera: Camera, site: number, piece: Piece | undefined): Seen {
  const [x, y, z] = siteAt(table.board, site);
  const shape = piece && table.shapeOf(piece);
  return project(camera, [x, y, shape && !shape.centred ? z + shape.height * 0.4 : z]);
}
