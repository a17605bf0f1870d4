/** Speed of automatic playback, and which steps are animated. */

import { lastPly } from '#lib/matches/turns/turns.ts';
import type { TurnView } from '#lib/net/types.ts';

export const SPEEDS = ['slow', 'normal', 'fast'] as const;
export type ReplaySpeed = (typeof SPEEDS)[number];

/** Pause between two turns, in addition to their animation. */
export const PAUSES_MS: Record<ReplaySpeed, number> = { slow: 2000, normal: 900, fast: 200 };

/** Return whether two plies belong to the same turn, including its ends. */
export function isOneTurn(turns: readonly TurnView[], from: number, to: number): boolean {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  return low !== high && turns.some((turn) => (turn.moves[0]?.ply ?? 0) - 1 <= low && high <= lastPly(turn));
}
