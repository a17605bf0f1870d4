/** Pieces, and what effects make of them. */
import type { Effect, Piece, ReplayView } from '#lib/net/types.ts';

/** The pieces after some effects; those that are not touched stay the same objects. */
export function applyEffects(pieces: readonly Piece[], effects: readonly Effect[]): Piece[] {
  const found = new Map(pieces.map((piece) => [piece.id, piece]));
  for (const { before, after } of effects) {
    if (before !== null && before.id !== after?.id) {
      found.delete(before.id);
    }
    if (after !== null) {
      found.set(after.id, after);
    }
  }
  return [...found.values()];
}

/** The pieces after every number of moves, from none on. */
export function piecesByPly(replay: ReplayView): Piece[][] {
  const found = [replay.start.pieces];
  for (const effects of replay.effects) {
    found.push(applyEffects(found.at(-1) ?? [], effects));
  }
  return found;
}
