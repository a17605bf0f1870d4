/** Arrows and groups for the engine's results. */

import { type Arrow, arrowsOf } from '#lib/board/view/overlays/arrows.ts';
import type { Effect, Kind, LegalMoveView, LineView, MoveValueView } from '#lib/net/types.ts';

/** Maximum number of arrows if not all moves are proven. */
const MAX_UNPROVEN_ARROWS = 6;

/** Return arrows for the first turns of the lines; the best line is the strongest. */
export function lineArrows(lines: readonly LineView[], kinds: readonly Kind[]): Arrow[] {
  return lines.flatMap((line, n) =>
    arrowsOf(line.effects.flat(), kinds, { kind: n === 0 ? 'best' : 'other', strength: Math.max(0.15, 0.9 - 0.3 * n) }),
  );
}

/** Return arrows of equal width for a mistake and for the better turn. */
export function mistakeArrows(
  played: readonly Effect[],
  better: LineView | undefined,
  kinds: readonly Kind[],
): Arrow[] {
  const strength = 0.8;
  return [
    ...arrowsOf(played, kinds, { kind: 'mistake', strength }),
    ...arrowsOf(better?.effects.flat() ?? [], kinds, { kind: 'best', strength }),
  ];
}

export type MoveResult = 'wins' | 'draws' | 'loses' | 'open';

/** Return the proven result of a move, or `open`. */
export function moveResult({ result }: Pick<MoveValueView, 'result'>): MoveResult {
  return result === null ? 'open' : result > 0 ? 'wins' : result < 0 ? 'loses' : 'draws';
}

const ARROW_KINDS = { wins: 'best', draws: 'other', loses: 'mistake', open: 'note' } as const;

/** Return arrows for all proven moves, or for the best ones; from the first picked site to the last. */
export function valueArrows(moves: readonly MoveValueView[], legal: readonly LegalMoveView[]): Arrow[] {
  const arrowMoves = moves.filter((move, n) => move.result !== null || n < MAX_UNPROVEN_ARROWS);
  return arrowMoves.flatMap((move): Arrow[] => {
    const sites = (legal[move.index]?.paths[0] ?? []).filter((pick) => typeof pick === 'number');
    const [first, last] = [sites[0], sites.at(-1)];
    if (first === undefined || last === undefined) {
      return [];
    }
    const look = { kind: ARROW_KINDS[moveResult(move)], strength: 0.2 + 0.6 * move.worth };
    return [sites.length === 1 ? { from: null, to: first, ...look } : { from: first, to: last, ...look }];
  });
}

/** Return the moves grouped by value, best first. */
export function groupByValue(
  moves: readonly MoveValueView[],
): { says: string; value: MoveResult; moves: MoveValueView[] }[] {
  const found: { says: string; value: MoveResult; moves: MoveValueView[] }[] = [];
  for (const move of moves) {
    const last = found.at(-1);
    if (last?.says === move.says) {
      last.moves.push(move);
    } else {
      found.push({ says: move.says, value: moveResult(move), moves: [move] });
    }
  }
  return found;
}

/** Return the expected score of the first of two seats (0 to 1), or null for another number of seats. */
export function firstSeatShare(results: readonly number[] | undefined): number | null {
  return results?.length === 2 ? (results[0] ?? null) : null;
}

/** Return the expected scores of two seats, given that of one. */
export function seatShares(seat: number, worth: number): [number, number] {
  return seat === 0 ? [worth, 1 - worth] : [1 - worth, worth];
}
