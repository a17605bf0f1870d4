/** How fast a game plays by itself, and what is walked rather than jumped. */

import { lastPly } from '#lib/matches/turns/turns.ts';
import type { TurnView } from '#lib/net/types.ts';

export const SPEEDS = ['slow', 'normal', 'fast'] as const;
export type ReplaySpeed = (typeof SPEEDS)[number];

/** The pause between two turns, in milliseconds; each turn is shown besides. */
export const PAUSES_MS: Record<ReplaySpeed, number> = { slow: 2000, normal: 900, fast: 200 };

/** Whether two plies are the two ends of one turn, or lie within one. */
export function isOneTurn(turns: readonly TurnView[], from: number, to: number): boolean {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  return low !== high && turns.some((turn) => (turn.moves[0]?.ply ?? 0) - 1 <= low && high <= lastPly(turn));
}
