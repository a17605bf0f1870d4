/** Which sites are buttons, where they lie in the picture and which of two that overlap is hit. */
import type { Piece } from '#lib/net/types.ts';
import type { Table } from '../animation/poses.ts';
import { type Camera, project, type Seen } from '../view/camera.ts';
import { onSlab, siteAt } from '../view/geometry.ts';

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
/** Steps of depth in a unit: so coarse that a camera which turns seldom changes the order, and finer than what overlaps. */
const STEPS = 4;

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
  const covers = [...standing].map(([site, piece]) => {
    const { x, y, depth, scale } = seenAt(table, camera, site, piece);
    return { site, x, y, depth, near: (0.55 * table.shapeOf(piece).radius * scale) ** 2 };
  });
  const hidden = ({ x, y, depth }: Seen, site: number): boolean =>
    covers.some(
      (one) => one.site !== site && one.depth < depth - 0.2 && (one.x - x) ** 2 + (one.y - y) ** 2 < one.near,
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
      x: tenth(seen.x),
      y: tenth(seen.y),
      reach: Math.max(LEAST, Math.round(seen.scale * 0.46)),
      order: rank * 100_000 + Math.round(50_000 - seen.depth * STEPS),
    });
  }
  return buttons;
}

/** Finer than anybody sees. */
function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Where the middle of what stands at a site, or of the empty site, is seen. */
function seenAt(table: Table, camera: Camera, site: number, piece: Piece | undefined): Seen {
  const [x, y, z] = siteAt(table.board, site);
  const shape = piece && table.shapeOf(piece);
  return project(camera, [x, y, shape && !shape.centred ? z + shape.height * 0.4 : z]);
}
