/** Arrow-key navigation between sites, by their positions in the current view. */
import type { Board } from '#lib/net/types.ts';

export type Direction = 'left' | 'right' | 'up' | 'down' | 'higher' | 'lower';

/** Sideways distance weighs more, so that an arrow prefers a far site in its direction. */
const SIDEWAYS_COST = 2.2;
/** Further from the arrow than this (the tangent of the angle) is another direction. */
const MAX_SIDEWAYS_RATIO = 1.75;

/**
 * Return the site that an arrow key leads to from another, among those given; undefined if there is none. `turned` is
 * the angle in degrees by which the board appears rotated: "up" is away from the viewer.
 */
export function neighbour(
  board: Board,
  from: number,
  way: Direction,
  among: Iterable<number>,
  turned: number,
): number | undefined {
  const here = board.sites[from];
  if (!here) {
    return undefined;
  }
  const others = [...among].filter((n) => n !== from && board.sites[n]);
  if (way === 'higher' || way === 'lower') {
    return level(board, from, way === 'higher' ? 1 : -1, others);
  }
  const angle = (turned * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const ahead = { right: [1, 0], left: [-1, 0], up: [0, 1], down: [0, -1] }[way] as [number, number];
  const cost = (n: number): number => {
    const site = board.sites[n]!;
    const [dx, dy] = [site.x - here.x, site.y - here.y];
    // As the viewer sees it: the board's axes turned back by the camera's angle.
    const [x, y] = [dx * cos + dy * sin, dy * cos - dx * sin];
    const along = x * ahead[0] + y * ahead[1];
    const across = Math.abs(x * ahead[1] - y * ahead[0]);
    return along < 0.05 || across > along * MAX_SIDEWAYS_RATIO
      ? Number.POSITIVE_INFINITY
      : along + SIDEWAYS_COST * across;
  };
  const sameLevel = others.filter((n) => Math.abs(board.sites[n]!.z - here.z) < 1e-6);
  return cheapest(sameLevel, cost) ?? cheapest(others, cost);
}

/** Return the nearest site one level up or down. */
function level(board: Board, from: number, sign: 1 | -1, others: number[]): number | undefined {
  const here = board.sites[from]!;
  return cheapest(others, (n) => {
    const site = board.sites[n]!;
    const rise = (site.z - here.z) * sign;
    return rise < 1e-6 ? Number.POSITIVE_INFINITY : rise * 10 + Math.hypot(site.x - here.x, site.y - here.y);
  });
}

function cheapest(sites: readonly number[], cost: (site: number) => number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const site of sites) {
    const price = cost(site);
    if (price < least - 1e-9) {
      [best, least] = [site, price];
    }
  }
  return best;
}
