/**
 * Match clicks against the pick paths of the legal moves. A complete path is a move; no path is a prefix of another, so a
 * complete one is never ambiguous.
 */
import type { LegalMoveView, Pick } from '#lib/net/types.ts';

export interface Selection {
  legal: readonly LegalMoveView[];
  /** The clicks made so far. */
  picks: readonly Pick[];
}

export type PickResult =
  /** The clicks made now, fewer or more than before. */
  | { to: 'choose'; selection: Selection }
  /** A complete pick path: play this move. */
  | { to: 'move'; move: LegalMoveView; picks: readonly Pick[] }
  /** The clicks match no move; the previous selection stays. */
  | { to: 'explain'; picks: readonly Pick[]; selection: Selection };

export function emptySelection(legal: readonly LegalMoveView[]): Selection {
  return { legal, picks: [] };
}

/** Yield all pick paths that continue the selection, with their moves. */
export function* openPaths(selection: Selection): Generator<{ move: LegalMoveView; path: readonly Pick[] }> {
  for (const move of selection.legal) {
    for (const path of move.paths) {
      if (path.length > selection.picks.length && selection.picks.every((pick, n) => path[n] === pick)) {
        yield { move, path };
      }
    }
  }
}

/** Return the possible next picks, each with the moves that remain possible after it. */
export function nextPicks(selection: Selection): Map<Pick, LegalMoveView[]> {
  const next = new Map<Pick, LegalMoveView[]>();
  for (const { move, path } of openPaths(selection)) {
    const pick = path[selection.picks.length]!;
    const moves = next.get(pick);
    if (!moves) {
      next.set(pick, [move]);
    } else if (!moves.includes(move)) {
      moves.push(move);
    }
  }
  return next;
}

/** Return the first and the last continuation. What both do, all are assumed to do. */
export function firstAndLastMove(selection: Selection): LegalMoveView[] {
  const ways = [...new Set([...openPaths(selection)].map(({ move }) => move))];
  return ways.length > 2 ? [ways[0]!, ways.at(-1)!] : ways;
}

/** Return the move that a next click would complete, if any. */
export function completedMove(selection: Selection, pick: Pick): LegalMoveView | undefined {
  return completed(selection.legal, [...selection.picks, pick]);
}

function completed(legal: readonly LegalMoveView[], picks: readonly Pick[]): LegalMoveView | undefined {
  return legal.find((move) =>
    move.paths.some((path) => path.length === picks.length && path.every((pick, n) => pick === picks[n])),
  );
}

/**
 * Handle a click: continue the selection if possible; else undo the last click if it was on the same place; else select
 * another piece of the player's own (`own`); else ask for an explanation. While there is a selection, only such a piece
 * of the player's own starts a new move.
 */
export function applyPick(selection: Selection, pick: Pick, own: (site: number) => boolean): PickResult {
  const step = follow(selection, pick);
  if (step) {
    return step;
  }
  if (selection.picks.at(-1) === pick) {
    return { to: 'choose', selection: { ...selection, picks: selection.picks.slice(0, -1) } };
  }
  if (selection.picks.length && typeof pick === 'number' && own(pick)) {
    const anew = follow(emptySelection(selection.legal), pick);
    if (anew) {
      return anew;
    }
  }
  return { to: 'explain', picks: [...selection.picks, pick], selection };
}

function follow(selection: Selection, pick: Pick): PickResult | undefined {
  const picks = [...selection.picks, pick];
  const move = completed(selection.legal, picks);
  if (move) {
    return { to: 'move', move, picks };
  }
  const further = { ...selection, picks };
  return openPaths(further).next().done ? undefined : { to: 'choose', selection: further };
}
