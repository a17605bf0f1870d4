import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardHandle } from '#lib/board/contract.ts';
import type { Effect, Piece } from '#lib/net/types.ts';
import type { View } from '../view.ts';
import { Review } from './review.svelte.ts';

const piece = (place: number): Piece => ({ id: 1, kind: 'disc', owner: 0, place, facing: 0 });
const slide = (from: number, to: number): Effect[] => [
  { kind: 'slide', before: piece(from), after: piece(to), phase: 0, path: [from, to], step: null, beam: null },
];

/** Three turns, the second of two moves; each moves the piece one site. */
const view = {
  match: { id: 'm' },
  state: { ply: 4, version: 9 },
  turns: [[1], [2, 3], [4]].map((plies) => ({ moves: plies.map((ply) => ({ ply })) })),
} as unknown as View;
const replay = { start: { pieces: [piece(0)] }, effects: [0, 1, 2, 3].map((n) => slide(n, n + 1)) };

let review: Review;
let log: string[];
const place = () => review.pieces[0]?.place;

beforeEach(() => {
  [review, log] = [new Review(), []];
  review.board = {
    play: async (effects: Effect[], options?: { backwards?: boolean }) => {
      log.push(`${effects[0]?.before?.place}-${effects[0]?.after?.place}${options?.backwards ? ' back' : ''}`);
    },
    skip: () => undefined,
  } as unknown as BoardHandle;
  vi.stubGlobal('fetch', async (url: string) => {
    log.push(url.replace('/api/matches/m/', ''));
    return new Response(JSON.stringify(url.endsWith('/replay') ? replay : { position: {} }));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('reviewing earlier turns', () => {
  it('goes turn by turn, showing every move of a turn backwards', async () => {
    await review.step(view, -1, true);
    expect([review.ply, place()]).toEqual([3, 3]);
    await review.step(view, -1, true);
    expect([review.ply, place()]).toEqual([1, 1]);
    expect(log).toEqual(['replay', '3-4 back', 'plies/3', '2-3 back', '1-2 back', 'plies/1']);
    expect(review.last).toEqual(slide(0, 1));
  });

  it('goes forward again, and from the last turn to live', async () => {
    await review.go(view, 1, false);
    log.length = 0;
    await review.step(view, 1, true);
    expect(log).toEqual(['1-2', '2-3', 'plies/3']);
    expect(review.last).toEqual([...slide(1, 2), ...slide(2, 3)]);
    await review.step(view, 1, true);
    expect([review.ply, review.on]).toEqual([null, false]);
  });

  it('jumps over several turns without showing them', async () => {
    await review.go(view, 0, true);
    expect(log).toEqual(['replay', 'plies/0']);
    expect([review.ply, place()]).toEqual([0, 0]);
  });

  it('accumulates quick steps', async () => {
    await Promise.all([review.step(view, -1, false), review.step(view, -1, false), review.step(view, -1, false)]);
    expect([review.ply, place()]).toEqual([0, 0]);
  });

  it('reloads the game only after new moves', async () => {
    await review.go(view, 1, false);
    await review.go(view, 3, false);
    expect(log.filter((line) => line === 'replay')).toHaveLength(1);
    await review.go({ ...view, state: { ...view.state, version: 10 } }, 1, false);
    expect(log.filter((line) => line === 'replay')).toHaveLength(2);
  });

  it('ends immediately', async () => {
    const going = review.go(view, 1, false);
    review.close();
    await going;
    expect(review.on).toBe(false);
  });
});
