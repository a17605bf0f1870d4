/** Arrows over a board: engine lines, threats, and arrows drawn by people. */
import type { Effect, Kind, Piece } from '#lib/net/types.ts';
import type { BoardLayout } from '../../animation/poses.ts';
import { distance, pathPolyline, siteAt, type Vec3 } from '../geometry.ts';
import type { Overlay, Tone } from './overlays.ts';
import { isClockwise, markPoint, onSurface, raise, shortenEnd, turnArc } from './points.ts';

/**
 * Distinguished by more than colour: a threat is dashed, or a diamond where a piece would be placed; a mistake starts
 * with a bar, and a piece that it places or removes is struck out.
 */
export type ArrowKind = 'best' | 'other' | 'mistake' | 'threat' | 'note';

export interface Arrow {
  /** A site; null if a piece comes from outside the board, which draws a ring around the other end. */
  from: number | null;
  /** A site; null if a piece leaves the board, which draws a cross on the other end. */
  to: number | null;
  /** The way it takes where it is not straight: sites and names of arcs, from one end to the other. */
  path?: readonly (number | string)[];
  /** If a piece rotates on its site, which is both ends: whether it does so clockwise. */
  clockwise?: boolean;
  /** Strength from 0 to 1: sets width and opacity. */
  strength?: number;
  kind?: ArrowKind;
}

/** Return the arrows of a turn, from the effects of its moves; mere consequences (flips, beams) have none. */
export function arrowsOf(
  effects: readonly Effect[],
  kinds: readonly Kind[],
  look: { kind?: ArrowKind; strength?: number } = {},
): Arrow[] {
  return effects.flatMap(({ kind, before, after, path }): Arrow[] => {
    if (kind === 'draw' && Array.isArray(after?.place)) {
      const [from, to] = after.place;
      return [{ from, to, ...look }];
    }
    const [from, to] = [siteOf(before), siteOf(after)];
    const stands = kinds.find((one) => one.name === after?.kind);
    if (kind === 'turn' && before && after && to !== null && stands) {
      return [{ from: to, to, clockwise: isClockwise(stands, before, after), ...look }];
    }
    const moves = kind === 'slide' || kind === 'swap' || kind === 'place' || kind === 'remove';
    return moves && from !== to ? [{ from, to, ...(path.length > 2 ? { path } : {}), ...look }] : [];
  });
}

function siteOf(piece: Piece | null): number | null {
  return typeof piece?.place === 'number' ? piece.place : null;
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

const TONES: Record<ArrowKind, Tone> = {
  best: 'best',
  other: 'hint',
  mistake: 'danger',
  threat: 'threat',
  note: 'note',
};

/** Height of arrows: above all pieces. */
const HEIGHT = 0.24;
const DASH = [0.26, 0.16] as const;

/** Return the overlays of arrows, the stronger over the weaker. */
export function arrowOverlays(layout: BoardLayout, arrows: readonly Arrow[]): Overlay[] {
  const strength = (arrow: Arrow) => Math.min(1, Math.max(0, arrow.strength ?? 1));
  return [...arrows]
    .sort((a, b) => strength(a) - strength(b))
    .flatMap((arrow) => drawn(layout, arrow, strength(arrow)));
}

function drawn(layout: BoardLayout, arrow: Arrow, strength: number): Overlay[] {
  const tone = TONES[arrow.kind ?? 'other'];
  const alpha = 0.4 + 0.55 * strength;
  const width = 0.06 + 0.1 * strength;
  if (arrow.from === null || arrow.to === null) {
    const at = arrow.to ?? arrow.from;
    if (at === null) {
      return [];
    }
    if (arrow.from === null && arrow.kind === 'threat') {
      return [{ is: 'line', points: diamond(layout, at), width: width * 0.6, tone, alpha, over: true }];
    }
    const ring: Overlay = {
      is: 'ring',
      at: markPoint(layout, at),
      radius: 0.46,
      width: width * 0.6,
      tone,
      alpha,
      over: true,
    };
    const cross: Overlay = { is: 'cross', at: raise(siteAt(layout.board, at), 0.3), tone, alpha, over: true };
    if (arrow.kind === 'mistake') {
      return arrow.from === null
        ? [ring, { is: 'line', points: stroke(layout, at), width: width * 0.6, tone, alpha, over: true }]
        : [ring, cross];
    }
    return [arrow.from === null ? ring : cross];
  }
  const points = wayPoints(layout, arrow, arrow.from, arrow.to);
  const look = { is: 'line', width, tone, alpha, over: true } as const;
  if (arrow.kind === 'threat') {
    const parts = dashes(points, ...DASH);
    return parts.map((part, n) => ({ ...look, points: part, arrow: n === parts.length - 1 }));
  }
  const line: Overlay = { ...look, points, arrow: true };
  return arrow.kind === 'mistake' ? [bar(points, look), line] : [line];
}

/** Return the mark of a threatened placement: a diamond, to differ from the round mark of the player's own. */
function diamond(layout: BoardLayout, site: number): Vec3[] {
  const [x, y, z] = raise(markPoint(layout, site), HEIGHT);
  const corners: Vec3[] = [
    [x + 0.48, y, z],
    [x, y + 0.48, z],
    [x - 0.48, y, z],
    [x, y - 0.48, z],
  ];
  return [...corners, corners[0]!];
}

/** Return a diagonal line across a ring. */
function stroke(layout: BoardLayout, site: number): Vec3[] {
  const [x, y, z] = raise(markPoint(layout, site), HEIGHT);
  return [
    [x - 0.32, y - 0.32, z],
    [x + 0.32, y + 0.32, z],
  ];
}

function wayPoints(layout: BoardLayout, { path, clockwise }: Arrow, from: number, to: number): Vec3[] {
  if (from === to) {
    return turnArc(layout, to, clockwise ?? true);
  }
  const way = pathPolyline(layout.board, path ?? [from, to]);
  return shortenEnd(
    way.points.map((point) => raise(onSurface(layout, point), HEIGHT)),
    0.22,
  );
}

/** Return a short line across the start of a path. */
function bar(points: readonly Vec3[], look: Omit<Overlay & { is: 'line' }, 'points'>): Overlay {
  const [[x, y, z], [tx, ty]] = [points[0]!, points[1] ?? points[0]!];
  const length = Math.hypot(tx - x, ty - y) || 1;
  const [nx, ny] = [(-(ty - y) / length) * 0.26, ((tx - x) / length) * 0.26];
  return {
    ...look,
    points: [
      [x - nx, y - ny, z],
      [x + nx, y + ny, z],
    ],
  };
}

/** Return a dashed path; the last dash ends where the path does. */
export function dashes(points: readonly Vec3[], on: number, off: number): Vec3[][] {
  const parts: Vec3[][] = [];
  let part: Vec3[] = points[0] ? [points[0]] : [];
  let left = on;
  let overlay = true;
  for (let n = 1; n < points.length; n++) {
    let from = points[n - 1]!;
    const to = points[n]!;
    let rest = distance(from, to);
    while (rest > left) {
      const along = left / rest;
      from = [
        from[0] + (to[0] - from[0]) * along,
        from[1] + (to[1] - from[1]) * along,
        from[2] + (to[2] - from[2]) * along,
      ];
      rest -= left;
      if (overlay) {
        parts.push([...part, from]);
      }
      part = [from];
      overlay = !overlay;
      left = overlay ? on : off;
    }
    left -= rest;
    part.push(to);
  }
  const [last, before] = [points.at(-1), points.at(-2)];
  if (overlay && part.length > 1) {
    parts.push(part);
  } else if (last && before) {
    // The head needs a short shaft, even where the path ends in a gap.
    const back = Math.min(1, 0.05 / (distance(last, before) || 1));
    parts.push([[last[0] + (before[0] - last[0]) * back, last[1] + (before[1] - last[1]) * back, last[2]], last]);
  }
  return parts;
}
