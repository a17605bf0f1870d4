/**
 * What a coach marks on a board: which moves decide the game immediately. Distinguished by shape as well as by colour: what loses is
 * crossed out, what is safe has a ring, what wins has two.
 */
import type { LegalMoveView, MoveVerdictView } from '#lib/net/types.ts';
import type { BoardLayout } from '../../animation/poses.ts';
import { nextPicks, openPaths, type Selection } from '../../input/picks.ts';
import { siteAt } from '../geometry.ts';
import { dashes } from './arrows.ts';
import type { Overlay, Tone } from './overlays.ts';
import { centroid, markPoint, raise } from './points.ts';

export type SiteVerdict = MoveVerdictView['verdict'];

/** Maximum number of decisive moves drawn as lines without a selection; more would hide the board. */
const MAX_DECISIVE_LINES = 8;
const DASH = [0.24, 0.2] as const;

/**
 * Return what clicking each site next leads to. It wins if some move does, loses if all moves that continue from it do,
 * and is called safe if it completes a safe move. If no move decides the game immediately, nothing is marked.
 */
export function siteVerdicts(selection: Selection, verdicts: readonly MoveVerdictView[]): Map<number, SiteVerdict> {
  const found = new Map<number, SiteVerdict>();
  if (verdicts.every((one) => one.verdict === 'safe')) {
    return found;
  }
  const known = new Map(verdicts.map((one) => [one.text, one.verdict]));
  const completes = new Set<number>();
  for (const { path } of openPaths(selection)) {
    const pick = path[selection.picks.length]!;
    if (typeof pick === 'number' && path.length === selection.picks.length + 1) {
      completes.add(pick);
    }
  }
  for (const [pick, moves] of nextPicks(selection)) {
    const worth = moves.map((move) => known.get(move.text));
    if (typeof pick !== 'number') {
      continue;
    }
    if (worth.includes('wins')) {
      found.set(pick, 'wins');
    } else if (worth.every((one) => one === 'loses')) {
      found.set(pick, 'loses');
    } else if (completes.has(pick) && worth.every((one) => one === 'safe')) {
      found.set(pick, 'safe');
    }
  }
  return found;
}

export function verdictOverlays(
  layout: BoardLayout,
  selection: Selection,
  found: ReadonlyMap<number, SiteVerdict>,
  verdicts: readonly MoveVerdictView[],
): Overlay[] {
  const drawn = [...found].flatMap(([site, sign]) => verdictOverlay(layout, site, sign));
  if (selection.picks.length === 0) {
    drawn.push(
      ...decisive(layout, selection.legal, verdicts, 'wins'),
      ...decisive(layout, selection.legal, verdicts, 'loses'),
    );
  }
  return drawn;
}

function verdictOverlay(layout: BoardLayout, site: number, sign: SiteVerdict): Overlay[] {
  switch (sign) {
    case 'loses':
      return [cross(layout, [site])];
    case 'wins':
      return [ring(layout, site, 0.46, 'best'), ring(layout, site, 0.34, 'best')];
    case 'safe':
      return [ring(layout, site, 0.2, 'best')];
  }
}

/** Return lines for decisive moves between two sites, if there are few. */
function decisive(
  layout: BoardLayout,
  legal: readonly LegalMoveView[],
  verdicts: readonly MoveVerdictView[],
  verdict: SiteVerdict,
): Overlay[] {
  const texts = new Set(verdicts.filter((one) => one.verdict === verdict).map((one) => one.text));
  const moves = legal.filter((move) => texts.has(move.text));
  if (moves.length > MAX_DECISIVE_LINES) {
    return [];
  }
  return moves.flatMap((move) => {
    const sites = (move.paths[0] ?? []).filter((pick) => typeof pick === 'number');
    if (sites.length !== 2) {
      return [];
    }
    const points = sites.map((site) => raise(markPoint(layout, site), 0.18));
    const look = { is: 'line', width: 0.09, alpha: 0.95, over: true } as const;
    return verdict === 'wins'
      ? [{ ...look, points, tone: 'best' }]
      : [
          ...dashes(points, ...DASH).map((part) => ({ ...look, points: part, tone: 'danger' as const })),
          cross(layout, sites),
        ];
  });
}

function ring(layout: BoardLayout, site: number, radius: number, tone: Tone): Overlay {
  return { is: 'ring', at: raise(markPoint(layout, site), 0.2), radius, width: 0.06, tone, alpha: 0.95, over: true };
}

function cross(layout: BoardLayout, sites: readonly number[]): Overlay {
  const at = centroid(sites.map((site) => raise(siteAt(layout.board, site), 0.3)));
  return { is: 'cross', at, tone: 'danger', alpha: 0.95, over: true };
}
