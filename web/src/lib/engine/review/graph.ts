/** Data of the evaluation graph and table: the expected score of every seat before each turn. */
import type { EvaluationView, GameReviewView, ReviewedTurnView } from '#lib/net/types.ts';

export interface EvaluationCourse {
  /** Number of moves played, for each point. */
  plies: number[];
  /** Expected score of each seat in percent, for each point; with two seats, of the first seat only. */
  shares: number[][];
}

export function evaluationCourse(evaluations: readonly EvaluationView[]): EvaluationCourse {
  const ordered = [...evaluations].sort((a, b) => a.ply - b.ply);
  const seats = ordered[0]?.results.length ?? 0;
  const drawn = seats === 2 ? 1 : seats;
  return {
    plies: ordered.map((evaluation) => evaluation.ply),
    shares: Array.from({ length: drawn }, (_, seat) =>
      ordered.map((evaluation) => Math.round(1000 * (evaluation.results[seat] ?? 0)) / 10),
    ),
  };
}

/** Return the ply nearest to a place between the first (0) and the last (1). */
export function nearestPly(plies: readonly number[], place: number): number {
  const target = (plies[0] ?? 0) + place * ((plies.at(-1) ?? 0) - (plies[0] ?? 0));
  return plies.reduce((best, ply) => (Math.abs(ply - target) < Math.abs(best - target) ? ply : best), plies[0] ?? 0);
}

/** Return the mistakes by the number of moves after them. */
export function mistakesByPly(analysis: GameReviewView | null): Map<number, ReviewedTurnView> {
  return new Map((analysis?.turns ?? []).filter((turn) => turn.fault).map((turn) => [turn.ply, turn]));
}

/** Return the mistake that was made from a ply, if any. */
export function mistakeAfter(analysis: GameReviewView | null, ply: number): ReviewedTurnView | null {
  return analysis?.turns.find((turn) => turn.first === ply && turn.fault) ?? null;
}

/** Return the next or previous mistake from a ply; wraps around. */
export function nextMistake(analysis: GameReviewView, ply: number, by: 1 | -1): ReviewedTurnView | undefined {
  const mistakes = analysis.turns.filter((turn) => turn.fault);
  return by > 0
    ? (mistakes.find((turn) => turn.ply > ply) ?? mistakes[0])
    : (mistakes.findLast((turn) => turn.ply < ply) ?? mistakes.at(-1));
}

export const MISTAKE_SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
