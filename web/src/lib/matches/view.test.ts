import { describe, expect, it } from 'vitest';
import type { MatchStateView, MovedMessage, SnapshotMessage, TurnView, UpdateMessage } from '#lib/net/types.ts';
import { frontSeat, isMyTurn, ownSeats, receive, type View } from './view.ts';

const turn = (seat: number, text: string, ply: number): TurnView => ({
  seat,
  text,
  moves: [{ ply, text, spent: 0, at: 0, automatic: false }],
  complete: true,
});

const state = (version: number, ply: number, more: Partial<MatchStateView> = {}): MatchStateView => ({
  version,
  ply,
  status: 'running',
  seats: ['guest', 'bot'].map((is) => ({
    player: { is: is as 'guest' | 'bot', name: is, level: null, style: null, style_name: null, program: false },
    name: is,
    colour: '',
    present: false,
    help: {},
    helped: { undo: 0, hints: 0, analysis: 0 },
    result: 'unfinished' as const,
  })),
  position: {
    text: '',
    seat: ply % 2,
    pieces: [],
    legal: [],
    marks: [],
    scores: [],
    prompt: { text: '', key: '', params: {} },
    over: false,
  },
  clock: { left: [null, null], used: [0, 0], turn: 0, since: null },
  offers: [],
  turns_from: 0,
  turns: [],
  redo: 0,
  thinking: null,
  pause: null,
  outcome: null,
  kept: 0,
  followed_by: null,
  ...more,
});

const snapshot = (of: MatchStateView, more: Partial<SnapshotMessage> = {}): SnapshotMessage => ({
  type: 'snapshot',
  match: {} as SnapshotMessage['match'],
  state: of,
  you: { seats: [0], host: true, can: ['move'], code: null, classroom: null },
  missed: [],
  watching: 0,
  now: 0,
  ...more,
});

const news = (of: MatchStateView, versions: number[] = []): UpdateMessage => ({
  type: 'news',
  happened: versions.map((version) => ({ event: 'moved', version }) as MovedMessage),
  state: of,
  you: { seats: [0], host: true, can: [], code: null, classroom: null },
});

const viewOf = (of: MatchStateView): View => receive(null, snapshot(of)).view as View;

describe('the view of a match', () => {
  it('starts from a snapshot with the missed events', () => {
    const missed = [{ event: 'moved', version: 3 } as MovedMessage];
    const change = receive(null, snapshot(state(3, 1), { missed, watching: 2 }));
    expect(change.view?.watching).toBe(2);
    expect(change.happened).toEqual(missed);
  });

  it('replaces the move list from the first changed turn', () => {
    const before = viewOf(state(3, 3, { turns: [turn(0, 'a', 1), turn(1, 'b', 2), turn(0, 'c', 3)] }));
    const { view } = receive(before, news(state(4, 2, { turns_from: 1, turns: [turn(1, 'd', 2)] })));
    expect(view?.turns.map((one) => one.text)).toEqual(['a', 'd']);
  });

  it('ignores events that are older than the view', () => {
    const before = viewOf(state(5, 3));
    expect(receive(before, news(state(4, 2), [4]))).toEqual({ view: before, happened: [] });
    expect(receive(before, news(state(6, 4), [5, 6])).happened.map((event) => event.version)).toEqual([6]);
  });

  it('keeps the position object when other fields change', () => {
    const before = viewOf(state(5, 3));
    expect(receive(before, news(state(6, 3), [6])).view?.state.position).toBe(before.state.position);
    expect(receive(before, news(state(6, 4), [6])).view?.state.position).not.toBe(before.state.position);
  });

  it('knows who is present', () => {
    const { view } = receive(viewOf(state(1, 0)), { type: 'presence', seats: [true, false], watching: 4 });
    expect(view?.state.seats.map((seat) => seat.present)).toEqual([true, false]);
    expect(view?.watching).toBe(4);
  });

  it('shows thinking about the current position only, until it ends', () => {
    const thinking = { type: 'thinking', seat: 1, ply: 1, state: 'thinking', depth: 3 } as const;
    const full = { ...thinking, nodes: 1, seconds: 1, ahead: 0, score: null, line: [], share: 0 };
    const view = viewOf(state(2, 1));
    expect(receive(view, full).view?.thinking?.depth).toBe(3);
    expect(receive(view, { ...full, ply: 0 }).view?.thinking).toBeNull();
    expect(receive({ ...view, thinking: full }, { ...full, state: 'done' }).view?.thinking).toBeNull();
  });

  it('ignores messages before the first snapshot', () => {
    expect(receive(null, news(state(1, 0), [1]))).toEqual({ view: null, happened: [] });
  });
});

describe('the viewer', () => {
  it('acts for people only, not for bots', () => {
    const view = { ...viewOf(state(1, 0)), you: { seats: [0, 1], host: true, can: [], code: null, classroom: null } };
    expect(ownSeats(view)).toEqual([0]);
  });

  it('is to move when the server says so, while the game runs', () => {
    expect(isMyTurn(viewOf(state(1, 0)))).toBe(true);
    expect(isMyTurn(viewOf(state(1, 0, { status: 'paused' })))).toBe(false);
  });

  it('sits in front; on a shared screen the board may turn to the seat to move', () => {
    const people = state(2, 1);
    for (const seat of people.seats) {
      seat.player.is = 'guest';
    }
    const view = { ...viewOf(people), you: { seats: [0, 1], host: true, can: [], code: null, classroom: null } };
    expect(frontSeat(view, false)).toBe(0);
    expect(frontSeat(view, true)).toBe(1);
    expect(frontSeat({ ...view, you: { ...view.you, seats: [1] } }, false)).toBe(1);
    expect(frontSeat({ ...view, you: { ...view.you, seats: [] } }, true)).toBe(0);
  });
});
