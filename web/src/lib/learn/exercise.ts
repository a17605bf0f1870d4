/** The requests with which a step of a lesson or a puzzle is solved. `moves` are those played so far. */
import { post } from '#lib/net/client.ts';
import type { AttemptView, ClueView, RefutationView, SolutionView } from '#lib/net/types.ts';

export interface Exercise {
  /** Judges the last move. */
  attempt(moves: string[]): Promise<AttemptView>;
  /** Puzzles answer a wrong turn on the board; in a lesson it is taken back at once. */
  refute?: (moves: string[]) => Promise<RefutationView>;
  hint?: (moves: string[]) => Promise<ClueView>;
  solve?: (moves: string[]) => Promise<SolutionView>;
}

export function stepExercise(key: string, step: string): Exercise {
  const path = { key, step };
  return { attempt: (moves) => post('/api/learn/{key}/steps/{step}/try', { path, body: { moves } }) };
}

export function puzzleExercise(key: string, puzzle: string): Exercise {
  const path = { key, puzzle };
  return {
    attempt: (moves) => post('/api/learn/{key}/puzzles/{puzzle}/try', { path, body: { moves } }),
    refute: (moves) => post('/api/learn/{key}/puzzles/{puzzle}/refutation', { path, body: { moves } }),
    hint: (moves) => post('/api/learn/{key}/puzzles/{puzzle}/hint', { path, body: { moves } }),
    solve: (moves) => post('/api/learn/{key}/puzzles/{puzzle}/solution', { path, body: { moves } }),
  };
}
