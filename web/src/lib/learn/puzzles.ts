/** Filters for puzzles, and the next puzzle. */
import type { PuzzleState, PuzzleSummaryView } from '#lib/net/types.ts';

/** '' and 0 mean all. */
export interface PuzzleFilter {
  theme: string;
  grade: number;
}

export const ALL_PUZZLES: PuzzleFilter = { theme: '', grade: 0 };

export function isSolved(state: PuzzleState): boolean {
  return state === 'solved' || state === 'clean';
}

/** Return the puzzles of a theme and a difficulty. */
export function filterPuzzles(puzzles: readonly PuzzleSummaryView[], wanted: PuzzleFilter): PuzzleSummaryView[] {
  return puzzles.filter(
    (one) => (!wanted.theme || one.theme === wanted.theme) && (!wanted.grade || one.grade === wanted.grade),
  );
}

/** Return the next unsolved puzzle after one, wrapping around, or null if no other is unsolved. */
export function nextUnsolved(puzzles: readonly PuzzleSummaryView[], after: string | null): PuzzleSummaryView | null {
  const at = puzzles.findIndex((one) => one.id === after);
  const round = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(at, 0))];
  return round.find((one) => !isSolved(one.state)) ?? null;
}

/** Return the puzzles after an attempt. Only the first attempt counts. */
export function withResult(puzzles: readonly PuzzleSummaryView[], id: string, solved: boolean): PuzzleSummaryView[] {
  const state = (before: PuzzleState): PuzzleState =>
    isSolved(before) ? before : solved ? (before === 'new' ? 'clean' : 'solved') : 'missed';
  return puzzles.map((one) => (one.id === id ? { ...one, state: state(one.state) } : one));
}

/** Return the difficulties in use, in ascending order. */
export function difficulties(puzzles: readonly PuzzleSummaryView[]): number[] {
  return [...new Set(puzzles.map((one) => one.grade))].sort((one, other) => one - other);
}
