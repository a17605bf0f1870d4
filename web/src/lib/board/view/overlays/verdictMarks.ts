/**
 * What a coach marks on a board: which moves decide the game at once. Told apart by shape as well as by colour: what loses is
 * crossed out, what is safe has a ring, what wins has two.
 */
import type { LegalMove, MoveVerdict } from '#lib/net/types.ts';
import type { Table } from '../../animation/poses.ts';
import { nextPicks, open, type Walk } from '../../input/picks.ts';
import { siteAt } from '../geometry.ts';
import { broken } from './arrows.ts';
import type { Drawing, Tone } from './overlays.ts';
import { centreOf, foot, raised } from './points.ts';

export type Sign = MoveVerdict['verdict'];

/** So many moves that decide the game are drawn as lines before anything is chosen; more would hide the board. */
const FEW = 8;
const DASH = [0.24, 0.2] as const;

/**
 * What clicking a site next leads to: it wins if some move does, loses if all moves that go on from it do, and is called
 * safe where it completes a safe move. Where nothing decides the game at once, there is nothing to tell apart.
 */
export function signs(walk: Walk, verdicts: readonly MoveVerdict[]): Map<number, Sign> {
  const found = new Map<number, Sign>();
  if (verdicts.every((one) => one.verdict === 'safe')) {
    return found;
  }
  const known = new Map(verdicts.map((one) => [one.text, one.verdict]));
  const completes = new Set<number>();
  for (const { path } of open(walk)) {
    const pick = path[walk.picks.length]!;
    if (typeof pick === 'number' && path.length === walk.picks.length + 1) {
      completes.add(pick);
    }
  }
  for (const [pick, moves] of nextPicks(walk)) {
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

export function judged(
  table: Table,
  walk: Walk,
  found: ReadonlyMap<number, Sign>,
  verdicts: readonly MoveVerdict[],
): Drawing[] {
  const drawn = [...found].flatMap(([site, sign]) => signDrawing(table, site, sign));
  if (walk.picks.length === 0) {
    drawn.push(...decisive(table, walk.legal, verdicts, 'wins'), ...decisive(table, walk.legal, verdicts, 'loses'));
  }
  return drawn;
}

function signDrawing(table: Table, site: number, sign: Sign): Drawing[] {
  switch (sign) {
    case 'loses':
      return [cross(table, [site])];
    case 'wins':
      return [ring(table, site, 0.46, 'best'), ring(table, site, 0.34, 'best')];
    case 'safe':
      return [ring(table, site, 0.2, 'best')];
  }
}

/** The few moves between two sites that decide the game, as lines from the one to the other. */
function decisive(
  table: Table,
  legal: readonly LegalMove[],
  verdicts: readonly MoveVerdict[],
  verdict: Sign,
): Drawing[] {
  const texts = new Set(verdicts.filter((one) => one.verdict === verdict).map((one) => one.text));
  const moves = legal.filter((move) => texts.has(move.text));
  if (moves.length > FEW) {
    return [];
  }
  return moves.flatMap((move) => {
    const sites = (move.paths[0] ?? []).filter((pick) => typeof pick === 'number');
    if (sites.length !== 2) {
      return [];
    }
    const points = sites.map((site) => raised(foot(table, site), 0.18));
    const look = { is: 'line', width: 0.09, alpha: 0.95, over: true } as const;
    return verdict === 'wins'
      ? [{ ...look, points, tone: 'best' }]
      : [
          ...broken(points, ...DASH).map((part) => ({ ...look, points: part, tone: 'danger' as const })),
          cross(table, sites),
        ];
  });
}

function ring(table: Table, site: number, radius: number, tone: Tone): Drawing {
  return { is: 'ring', at: raised(foot(table, site), 0.2), radius, width: 0.06, tone, alpha: 0.95, over: true };
}

function cross(table: Table, sites: readonly number[]): Drawing {
  const at = centreOf(sites.map((site) => raised(siteAt(table.board, site), 0.3)));
  return { is: 'cross', at, tone: 'danger', alpha: 0.95, over: true };
}
