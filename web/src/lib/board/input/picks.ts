/**
 * Walks the tree of clicks that the legal moves form. A click narrows; a complete row of clicks is a move. No row is the
 * beginning of another, so a complete one is never ambiguous.
 */
import type { LegalMove, Pick } from '#lib/net/types.ts';

export interface Walk {
  legal: readonly LegalMove[];
  /** The clicks made so far. */
  picks: readonly Pick[];
}

export type Step =
  /** The clicks made now, fewer or more than before. */
  | { to: 'choose'; walk: Walk }
  /** A whole row of clicks: this move is meant. */
  | { to: 'move'; move: LegalMove; picks: readonly Pick[] }
  /** These clicks mean nothing; the ones made before stand. */
  | { to: 'explain'; picks: readonly Pick[]; walk: Walk };

export function begin(legal: readonly LegalMove[]): Walk {
  return { legal, picks: [] };
}

/** All rows of clicks that go on from those made, with their moves. */
export function* open(walk: Walk): Generator<{ move: LegalMove; path: readonly Pick[] }> {
  for (const move of walk.legal) {
    for (const path of move.paths) {
      if (path.length > walk.picks.length && walk.picks.every((pick, n) => path[n] === pick)) {
        yield { move, path };
      }
    }
  }
}

/** What can be clicked next, and the moves each click leaves open. */
export function nextPicks(walk: Walk): Map<Pick, LegalMove[]> {
  const next = new Map<Pick, LegalMove[]>();
  for (const { move, path } of open(walk)) {
    const pick = path[walk.picks.length]!;
    const moves = next.get(pick);
    if (!moves) {
      next.set(pick, [move]);
    } else if (!moves.includes(move)) {
      moves.push(move);
    }
  }
  return next;
}

/** The first and the last way to go on: what both do, every way may be taken to do. */
export function waysOn(walk: Walk): LegalMove[] {
  const ways = [...new Set([...open(walk)].map(({ move }) => move))];
  return ways.length > 2 ? [ways[0]!, ways.at(-1)!] : ways;
}

/** The move that a next click would complete, if it would complete one. */
export function completedBy(walk: Walk, pick: Pick): LegalMove | undefined {
  return completed(walk.legal, [...walk.picks, pick]);
}

function completed(legal: readonly LegalMove[], picks: readonly Pick[]): LegalMove | undefined {
  return legal.find((move) =>
    move.paths.some((path) => path.length === picks.length && path.every((pick, n) => pick === picks[n])),
  );
}

/**
 * A click. What the selection can do wins; then the same place again takes the last click back; then another piece of
 * one's own (`own`) is chosen instead; anything else is explained. Nothing that could be played without a selection is
 * played while there is one, unless it is one's own piece that is clicked.
 */
export function press(walk: Walk, pick: Pick, own: (site: number) => boolean): Step {
  const step = follow(walk, pick);
  if (step) {
    return step;
  }
  if (walk.picks.at(-1) === pick) {
    return { to: 'choose', walk: { ...walk, picks: walk.picks.slice(0, -1) } };
  }
  if (walk.picks.length && typeof pick === 'number' && own(pick)) {
    const anew = follow(begin(walk.legal), pick);
    if (anew) {
      return anew;
    }
  }
  return { to: 'explain', picks: [...walk.picks, pick], walk };
}

function follow(walk: Walk, pick: Pick): Step | undefined {
  const picks = [...walk.picks, pick];
  const move = completed(walk.legal, picks);
  if (move) {
    return { to: 'move', move, picks };
  }
  const further = { ...walk, picks };
  return open(further).next().done ? undefined : { to: 'choose', walk: further };
}
