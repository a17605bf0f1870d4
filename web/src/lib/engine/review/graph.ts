/** The course of a game as a graph and as a table: what every seat could expect before each turn. */
import type { EvaluationView, GameReviewView, ReviewedTurnView } from '#lib/net/types.ts';

export interface EvaluationCourse {
  /** How many moves had been played. */
  plies: number[];
  /** For each seat that has a line: what it could expect, in percent. Of two seats only the first has one. */
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

/** The ply of a course that lies nearest to a place between its first and its last one, from 0 to 1. */
export function nearestPly(plies: readonly number[], place: number): number {
  const target = (plies[0] ?? 0) + place * ((plies.at(-1) ?? 0) - (plies[0] ?? 0));
  return plies.reduce((best, ply) => (Math.abs(ply - target) < Math.abs(best - target) ? ply : best), plies[0] ?? 0);
}

/** The faulty turns, by the number of moves after them. */
export function mistakesByPly(analysis: GameReviewView | null): Map<number, ReviewedTurnView> {
  return new Map((analysis?.turns ?? []).filter((turn) => turn.fault).map((turn) => [turn.ply, turn]));
}

/** The fault that was made after some moves, if the next turn of the game was one. */
export function mistakeAfter(analysis: GameReviewView | null, ply: number): ReviewedTurnView | null {
  return analysis?.turns.find((turn) => turn.first === ply && turn.fault) ?? null;
}

/** The next faulty turn after some moves, or the one before; from the last one it is the first again. */
export function nextMistake(analysis: GameReviewView, ply: number, by: 1 | -1): ReviewedTurnView | undefined {
  const faulty = analysis.turns.filter((turn) => turn.fault);
  return by > 0
    ? (faulty.find((turn) => turn.ply > ply) ?? faulty[0])
    : (faulty.findLast((turn) => turn.ply < ply) ?? faulty.at(-1));
}

export const MISTAKE_SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
