/** Which puzzles are shown, and which comes next. */
import type { PuzzleState, PuzzleSummaryView } from '#lib/net/types.ts';

/** What is shown: '' and 0 stand for all. */
export interface PuzzleFilter {
  theme: string;
  grade: number;
}

export const ALL_PUZZLES: PuzzleFilter = { theme: '', grade: 0 };

export function isSolved(state: PuzzleState): boolean {
  return state === 'solved' || state === 'clean';
}

/** The puzzles of a theme and a grade, in the order of the day. */
export function filterPuzzles(puzzles: readonly PuzzleSummaryView[], wanted: PuzzleFilter): PuzzleSummaryView[] {
  return puzzles.filter(
    (one) => (!wanted.theme || one.theme === wanted.theme) && (!wanted.grade || one.grade === wanted.grade),
  );
}

/** The puzzle to go on with: the next open one after this, from the beginning again; null if none but this is open. */
export function nextUnsolved(puzzles: readonly PuzzleSummaryView[], after: string | null): PuzzleSummaryView | null {
  const at = puzzles.findIndex((one) => one.id === after);
  const round = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(at, 0))];
  return round.find((one) => !isSolved(one.state)) ?? null;
}

/** Puzzles after one of them was tried. What is kept of the first answer stays. */
export function withResult(puzzles: readonly PuzzleSummaryView[], id: string, solved: boolean): PuzzleSummaryView[] {
  const state = (before: PuzzleState): PuzzleState =>
    isSolved(before) ? before : solved ? (before === 'new' ? 'clean' : 'solved') : 'missed';
  return puzzles.map((one) => (one.id === id ? { ...one, state: state(one.state) } : one));
}

/** The grades there are, in their order. */
export function grades(puzzles: readonly PuzzleSummaryView[]): number[] {
  return [...new Set(puzzles.map((one) => one.grade))].sort((one, other) => one - other);
}
