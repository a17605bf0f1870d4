/** Requests of a lesson step or puzzle. `moves` are those played so far. */
import { post } from '#lib/net/client.ts';
import type { AttemptView, ClueView, RefutationView, SolutionView } from '#lib/net/types.ts';

export interface Exercise {
  /** Judge the last move. */
  attempt(moves: string[]): Promise<AttemptView>;
  /** Return the refutation of a wrong turn. Lessons have none: they undo a wrong turn immediately. */
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
