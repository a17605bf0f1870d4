/** Which sites are buttons, their positions in the picture, and which of two overlapping ones is hit. */
import type { Piece } from '#lib/net/types.ts';
import type { BoardLayout } from '../animation/poses.ts';
import { type Camera, type ProjectedPoint, project } from '../view/camera.ts';
import { isOnSlab, siteAt } from '../view/geometry.ts';

export interface SiteButton {
  site: number;
  x: number;
  y: number;
  /** Half of its width, in pixels. */
  reach: number;
  /** Stacking order: usable sites, then pieces, then empty sites; among these the nearer first. */
  order: number;
}

/** Minimum radius for a finger, as far as neighbours leave room. */
const MIN_REACH_PX = 14;
/**
 * Depth steps per unit: coarse enough that rotating the camera rarely changes the order, and fine enough to order
 * overlapping buttons.
 */
const DEPTH_STEPS_PER_UNIT = 4;

export function siteButtons(
  layout: BoardLayout,
  camera: Camera,
  pieces: readonly Piece[],
  usable: ReadonlySet<number>,
  kept: number | null,
): SiteButton[] {
  const topPieces = new Map<number, Piece>();
  for (const piece of pieces) {
    if (typeof piece.place === 'number') {
      topPieces.set(piece.place, piece);
    }
  }
  const covers = [...topPieces].map(([site, piece]) => {
    const { x, y, depth, scale } = seenAt(layout, camera, site, piece);
    return { site, x, y, depth, near: (0.55 * layout.shapeOf(piece).radius * scale) ** 2 };
  });
  const hidden = ({ x, y, depth }: ProjectedPoint, site: number): boolean =>
    covers.some(
      (one) => one.site !== site && one.depth < depth - 0.2 && (one.x - x) ** 2 + (one.y - y) ** 2 < one.near,
    );
  const buttons: SiteButton[] = [];
  for (const [site, description] of layout.board.sites.entries()) {
    const piece = topPieces.get(site);
    const seen = seenAt(layout, camera, site, piece);
    const use = usable.has(site) || site === kept;
    // Sites that are neither usable nor visible are not in the page: empty sites without support, and those below a
    // ball.
    if (!use && ((!piece && !isOnSlab(layout.board, description)) || hidden(seen, site))) {
      continue;
    }
    const rank = usable.has(site) ? 2 : piece ? 1 : 0;
    buttons.push({
      site,
      x: tenth(seen.x),
      y: tenth(seen.y),
      reach: Math.max(MIN_REACH_PX, Math.round(seen.scale * 0.46)),
      order: rank * 100_000 + Math.round(50_000 - seen.depth * DEPTH_STEPS_PER_UNIT),
    });
  }
  return buttons;
}

/** Round to a tenth of a pixel, which is finer than visible. */
function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Return the screen position of the centre of the piece at a site, or of the empty site. */
function seenAt(layout: BoardLayout, camera: Camera, site: number, piece: Piece | undefined): ProjectedPoint {
  const [x, y, z] = siteAt(layout.board, site);
  const shape = piece && layout.shapeOf(piece);
  return project(camera, [x, y, shape && !shape.centred ? z + shape.height * 0.4 : z]);
}
