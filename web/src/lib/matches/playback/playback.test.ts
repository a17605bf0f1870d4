import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardHandle } from '#lib/board/contract.ts';
import type { Effect, MatchEventMessage, Piece, TurnView } from '#lib/net/types.ts';
import type { View } from '../view.ts';
import { Playback } from './playback.svelte.ts';

const piece = (place: number): Piece => ({ id: 1, kind: 'disc', owner: 0, place, facing: 0 });
const slide = (from: number, to: number): Effect[] => [
  { kind: 'slide', before: piece(from), after: piece(to), phase: 0, path: [from, to], step: null, beam: null },
];
const moved = (ply: number): MatchEventMessage =>
  ({ event: 'moved', ply, effects: slide(ply - 1, ply) }) as MatchEventMessage;

/** Return a match after some moves: each moves the piece one site, and two make a turn. */
function viewAt(ply: number): View {
  const turns: TurnView[] = [];
  for (let first = 1; first <= ply; first += 2) {
    const plies = [first, first + 1].filter((one) => one <= ply);
    turns.push({
      seat: 0,
      text: '',
      complete: true,
      moves: plies.map((one) => ({ ply: one }) as TurnView['moves'][number]),
    });
  }
  const seats = [{ player: { is: 'guest' } }, { player: { is: 'bot' } }];
  const clock = { left: [null, null] };
  return { turns, state: { ply, seats, clock, position: { pieces: [piece(ply)], marks: [] } } } as unknown as View;
}

let playback: Playback;
let log: string[];
let wait: Promise<void>;

const place = () => playback.shown.pieces[0]?.place;
const show = (ply: number, ...happened: MatchEventMessage[]) =>
  playback.show(happened, viewAt(ply), true, (event) => log.push(`told ${(event as { ply: number }).ply}`));

beforeEach(async () => {
  [playback, log, wait] = [new Playback(), [], Promise.resolve()];
  playback.board = {
    play: async (effects: Effect[]) => {
      log.push(`plays to ${effects[0]?.after?.place} over ${place()}`);
      await wait;
    },
    skip: () => log.push('skips'),
  } as unknown as BoardHandle;
  await show(0);
});

describe('the live board', () => {
  it('shows moves in sequence, each from the position after the previous one', async () => {
    await show(2, moved(1), moved(2));
    expect(log).toEqual(['told 1', 'plays to 1 over 0', 'told 2', 'plays to 2 over 1']);
    expect(place()).toBe(2);
  });

  it('shows the new state of the match only after its moves', async () => {
    let finish = () => {};
    wait = new Promise((resolve) => {
      finish = resolve;
    });
    const [first, second] = [show(1, moved(1)), show(2, moved(2))];
    await vi.waitFor(() => expect(log).toContain('plays to 1 over 0'));
    expect(playback.view?.state.ply).toBe(0);
    // A change without an animation does not overtake the moves.
    playback.update({ ...viewAt(2), watching: 3 });
    expect(playback.view?.state.ply).toBe(0);
    finish();
    await first;
    expect(playback.view?.state.ply).toBe(1);
    await second;
    expect(playback.view).toMatchObject({ watching: 3, state: { ply: 2 } });
    playback.update({ ...viewAt(2), watching: 4 });
    expect(playback.view?.watching).toBe(4);
  });

  it('is not locked by events that move nothing', async () => {
    const finished = show(0, { event: 'told', ply: 0 } as unknown as MatchEventMessage);
    expect(playback.busy).toBe(false);
    expect(log).toEqual(['told 0']);
    await finished;
  });

  it('is busy until every event has been shown', async () => {
    const first = show(1, moved(1));
    const second = show(2, moved(2));
    expect(playback.busy).toBe(true);
    await first;
    expect(playback.busy).toBe(true);
    await second;
    expect(playback.busy).toBe(false);
    expect(log.at(-1)).toBe('plays to 2 over 1');
  });
});

describe('the live board after moves', () => {
  it('marks the whole of the last turn', async () => {
    await show(3, moved(1), moved(2), moved(3));
    expect(playback.shown.last).toEqual(slide(2, 3));
    await show(4, moved(4));
    expect(playback.shown.last).toEqual([...slide(2, 3), ...slide(3, 4)]);
  });

  it('plays take-backs in order and discards the moves taken back', async () => {
    await show(2, moved(1), moved(2));
    await show(1, { event: 'taken-back', ply: 1, effects: [slide(2, 1)] } as MatchEventMessage);
    expect(log.at(-1)).toBe('plays to 1 over 2');
    expect(playback.shown.last).toEqual(slide(0, 1));
  });

  it('plays only the last moves after a long absence', async () => {
    await show(20, ...Array.from({ length: 20 }, (_, n) => moved(n + 1)));
    expect(log.filter((line) => line.startsWith('plays'))).toHaveLength(6);
    expect(log.filter((line) => line.startsWith('told'))).toHaveLength(20);
    expect(place()).toBe(20);
  });

  it('shows only the final position without motion', async () => {
    await playback.show([moved(1)], viewAt(1), false, () => undefined);
    expect(log).toEqual([]);
    expect(place()).toBe(1);
  });

  it('knows which moves have unknown effects, and learns them', () => {
    const view = viewAt(2);
    expect(playback.pliesWithoutEffects(view)).toEqual([1, 2]);
    playback.addEffects(2, slide(1, 2), view);
    expect(playback.pliesWithoutEffects(view)).toEqual([1]);
    expect(playback.shown.last).toEqual(slide(1, 2));
  });
});

describe('the pace of a computer', () => {
  it('shows its move after a pause that can be skipped', async () => {
    // The time since the page was opened counts as a pause.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const slow = new Playback(() => 'slow');
    slow.board = playback.board;
    const reply = { ...moved(1), seat: 1 } as MatchEventMessage;
    const finished = slow.show([reply], viewAt(1), true, () => log.push('told'));
    await Promise.resolve();
    await Promise.resolve();
    expect(log).not.toContain('told');
    slow.skip();
    await finished;
    expect(log).toContain('told');
    clock.mockRestore();
  });
});
