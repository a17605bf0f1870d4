/** The pieces of a recorded game. */
import { applyEffects } from '#lib/board/animation/poses.ts';
import type { Piece, ReplayView } from '#lib/net/types.ts';

/** Return the pieces after each ply, starting with 0. */
export function piecesByPly(replay: ReplayView): Piece[][] {
  const found = [replay.start.pieces];
  for (const effects of replay.effects) {
    found.push(applyEffects(found.at(-1) ?? [], effects));
  }
  return found;
}
