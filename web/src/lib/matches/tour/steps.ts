/** The steps of the tour, and what completes them: performing them, or pressing Next. */
import type { LegalMoveView } from '#lib/net/types.ts';
import { ownSeats, type View } from '../view.ts';

export type TourStep = 'play' | 'preview' | 'undo' | 'view';

/** How a move is entered: by one point, by two points, or by a piece and its destination. */
export type MoveGesture = 'place' | 'points' | 'piece';

/** What the tour watches: the viewer's moves, previews so far, and turns of the view so far. */
export interface TourProgress {
  moves: number;
  previews: number;
  views: number;
}

/** Return how moves are entered in a position. `isOwn` tells whether a piece of the seat to move is on a site. */
export function moveGesture(legal: readonly LegalMoveView[], isOwn: (site: number) => boolean): MoveGesture {
  const paths = legal.flatMap((move) => move.paths).filter((path) => typeof path[0] === 'number');
  if (paths.some((path) => path.length === 1)) {
    return 'place';
  }
  return paths.some(([site]) => typeof site === 'number' && isOwn(site)) ? 'piece' : 'points';
}

/** Return the gesture of the position that a view shows. */
export function gestureOf({ state }: View): MoveGesture {
  const { legal, pieces, seat } = state.position;
  return moveGesture(legal, (site) => pieces.some((piece) => piece.place === site && piece.owner === seat));
}

/** Return the steps that can be performed: a finger previews only what it drags, and undo needs help to be allowed. */
export function tourSteps({
  touch,
  gesture,
  helps,
}: {
  touch: boolean;
  gesture: MoveGesture;
  helps: boolean;
}): TourStep[] {
  const steps: TourStep[] = ['play', 'preview', 'undo', 'view'];
  return steps.filter((step) => (step === 'preview' ? !touch || gesture === 'piece' : step !== 'undo' || helps));
}

/** Return the number of moves that the viewer has played. */
export function countOwnMoves(view: View): number {
  const own = ownSeats(view);
  return view.turns.reduce((sum, turn) => sum + (own.includes(turn.seat) ? turn.moves.length : 0), 0);
}

/** Return whether what a step asks for has been done since it was shown. */
export function isStepDone(step: TourStep, before: TourProgress, now: TourProgress): boolean {
  switch (step) {
    case 'play':
      return now.moves > before.moves;
    case 'preview':
      return now.previews > before.previews;
    case 'undo':
      return now.moves < before.moves;
    case 'view':
      return now.views > before.views;
  }
}
