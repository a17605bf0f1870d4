import { describe, expect, it } from 'vitest';
import { applyEffects } from '#lib/board/animation/poses.ts';
import type { Effect, Piece, ReplayView } from '#lib/net/types.ts';
import { piecesByPly } from './pieces.ts';

const piece = (id: number, place: Piece['place'], owner = 0): Piece => ({ id, kind: 'disc', owner, place, facing: 0 });
const effect = (before: Piece | null, after: Piece | null, more: Partial<Effect> = {}): Effect => ({
  kind: 'slide',
  before,
  after,
  phase: 0,
  path: [],
  step: null,
  beam: null,
  ...more,
});

const start = [piece(1, 4), piece(2, 7, 1)];
const capture = [
  effect(piece(2, 7, 1), piece(2, 'captured 0', 1), { kind: 'remove' }),
  effect(piece(1, 4), piece(1, 7), { path: [4, 7] }),
];

describe('effects', () => {
  it('move, add and remove pieces by their ids', () => {
    expect(applyEffects(start, capture)).toEqual([piece(1, 7), piece(2, 'captured 0', 1)]);
    expect(applyEffects(start, [effect(null, piece(3, 1))])).toHaveLength(3);
    expect(applyEffects(start, [effect(piece(2, 7, 1), null)])).toEqual([piece(1, 4)]);
  });

  it('give the pieces at every ply of a game', () => {
    const replay = {
      start: { pieces: start },
      effects: [capture, [effect(piece(1, 7), piece(1, 2))]],
    } as unknown as ReplayView;
    expect(piecesByPly(replay).map((pieces) => pieces.find((one) => one.id === 1)?.place)).toEqual([4, 7, 2]);
  });
});
