import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardHandle } from '#lib/board/contract.ts';
import type { Effect, Piece, ReplayView } from '#lib/net/types.ts';
import { Replay } from './replay.svelte.ts';

const piece = (place: number): Piece => ({ id: 1, kind: 'disc', owner: 0, place, facing: 0 });
const slide = (from: number, to: number): Effect[] => [
  { kind: 'slide', before: piece(from), after: piece(to), phase: 0, path: [from, to], step: null, beam: null },
];

/** Three turns, the second of two moves; each moves the piece one site. */
const view = {
  match: { id: 'm' },
  state: { ply: 4, turns: [[1], [2, 3], [4]].map((plies) => ({ moves: plies.map((ply) => ({ ply })) })) },
  start: { pieces: [piece(0)] },
  effects: [0, 1, 2, 3].map((n) => slide(n, n + 1)),
} as unknown as ReplayView;

let played: string[];
let asked: string[];
const board = {
  play: async (effects: Effect[], options?: { backwards?: boolean; live?: boolean }) => {
    const way = `${effects[0]?.before?.place}-${effects[0]?.after?.place}`;
    played.push(`${way}${options?.backwards ? ' back' : ''}${options?.live ? ' live' : ''}`);
  },
  skip: () => undefined,
} as unknown as BoardHandle;

async function begin(ply: number): Promise<Replay> {
  const replay = new Replay(view, ply);
  replay.board = board;
  await vi.waitFor(() => expect(replay.detail).not.toBeNull());
  return replay;
}
const place = (replay: Replay) => replay.pieces[0]?.place;

beforeEach(() => {
  [played, asked] = [[], []];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace('/api/matches/m/', ''));
    return new Response(JSON.stringify({ position: { marks: [] }, share: url }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('stepping through a game', () => {
  it('shows every move of a turn, forward and back', async () => {
    const replay = await begin(1);
    await replay.step(1);
    expect([replay.ply, place(replay), replay.at]).toEqual([3, 3, 2]);
    await replay.step(-1);
    expect([replay.ply, place(replay), replay.at]).toEqual([1, 1, 1]);
    expect(played).toEqual(['1-2 live', '2-3 live', '2-3 back', '1-2 back']);
  });

  it('reaches the start, before any move, and goes no further at either end', async () => {
    const replay = await begin(4);
    await replay.go(0, false);
    expect([replay.ply, place(replay), replay.at, replay.last]).toEqual([0, 0, 0, []]);
    await replay.step(-1);
    expect(replay.ply).toBe(0);
    await replay.go(99, false);
    await replay.step(1);
    expect([replay.ply, place(replay)]).toEqual([4, 4]);
    expect(played).toEqual([]);
  });

  it('accumulates quick steps and loads every position once', async () => {
    const replay = await begin(0);
    await Promise.all([replay.step(1, false), replay.step(1, false), replay.step(1, false)]);
    expect(replay.ply).toBe(4);
    await replay.go(0, false);
    expect(asked).toEqual(['plies/0', 'plies/1', 'plies/3', 'plies/4']);
  });

  it('plays to the end, and restarts from there', async () => {
    vi.useFakeTimers();
    const replay = await begin(3);
    replay.play();
    await vi.runAllTimersAsync();
    expect([replay.ply, replay.playing]).toEqual([4, false]);
    replay.play();
    await vi.runAllTimersAsync();
    expect([replay.ply, replay.playing]).toEqual([4, false]);
    expect(played).toEqual(['3-4 live', '0-1 live', '1-2 live', '2-3 live', '3-4 live']);
  });

  it('can be stopped', async () => {
    vi.useFakeTimers();
    const replay = await begin(0);
    replay.play();
    replay.pause();
    await vi.runAllTimersAsync();
    expect([replay.ply, replay.playing]).toEqual([0, false]);
  });
});
