import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChallengeMessage, PageSocketRequest } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { english } from '#lib/strings/index.ts';
import { lobby } from './lobby.svelte.ts';

let sent: PageSocketRequest[];
let connected: boolean;
let ends: [string, boolean][];
const ignore = () => undefined;

function challenge(changes: Partial<ChallengeMessage>): ChallengeMessage {
  return {
    type: 'challenge',
    id: 'a',
    incoming: true,
    other: { key: 'ben', name: 'Ben', account: false, bot: false, busy: false },
    games: ['sim'],
    titles: ['Sim'],
    options: {},
    variant: '',
    clock: {},
    rated: false,
    side: '',
    end: null,
    match: null,
    ...changes,
  };
}

const hello = { type: 'hello' as const, server: 's', release: '1', now: 0, person: 'me' };

beforeEach(() => {
  sent = [];
  ends = [];
  connected = true;
  vi.spyOn(connection, 'send').mockImplementation((request) => connected && sent.push(request) > 0);
  lobby.start((message, opensHere) => void ends.push([message.end ?? '', opensHere]));
  lobby.receive(hello);
});

describe('challenges', () => {
  test('the match of an accepted challenge opens on the page that accepted it', () => {
    lobby.receive(challenge({}));
    expect(lobby.challenges).toHaveLength(1);
    lobby.answer(challenge({}), true, ignore);
    expect(lobby.challenges).toHaveLength(0);
    lobby.receive(challenge({ end: 'accepted', match: 'm' }));
    expect(ends).toEqual([['accepted', true]]);
  });

  test('a challenge that was answered on another page only disappears here', () => {
    lobby.receive(challenge({}));
    lobby.receive(challenge({ end: 'accepted', match: 'm' }));
    expect(lobby.challenges).toHaveLength(0);
    expect(ends).toEqual([['accepted', false]]);
  });

  test('a refusal is reported to the one who asked', () => {
    const refusals: string[] = [];
    lobby.challenge({ to: 'ben', game: 'sim' }, (refusal) => refusals.push(refusal.message));
    lobby.receive({ type: 'refused', id: (sent.at(-1) as { id: number }).id, reason: 'lobby-error', text: 'busy' });
    expect(refusals).toEqual(['busy']);
  });
});

describe('without a connection', () => {
  const refusals: string[] = [];
  const onrefusal = (refusal: Error) => refusals.push(refusal.message);

  beforeEach(() => {
    refusals.length = 0;
  });

  test('requests are refused at once, and an answered challenge stays', () => {
    lobby.receive(challenge({}));
    connected = false;
    lobby.challenge({ to: 'cleo', game: 'sim' }, onrefusal);
    lobby.pair({ games: ['sim'], clock: {}, rated: false }, onrefusal);
    lobby.answer(challenge({}), true, onrefusal);
    lobby.cancel(challenge({ incoming: false }), onrefusal);
    expect(refusals).toEqual(Array(4).fill(english['lobby.offline']));
    expect(lobby.challenges).toHaveLength(1);
  });

  test('a chat message is refused, so that it can be sent again', () => {
    lobby.receive({ type: 'chat', mode: 'text', muted: false, rooms: [{ room: 'lobby', lines: [] }] });
    connected = false;
    lobby.chat.say({ text: 'Hello' }, onrefusal);
    expect(refusals).toEqual([english['lobby.offline']]);
  });
});

describe('quick pairing', () => {
  const terms = { games: ['sim'], clock: {}, rated: false };

  test('is requested again after a lost connection, until the page leaves the lobby', () => {
    const leave = lobby.watch();
    lobby.pair(terms, ignore);
    lobby.receive(challenge({ other: null, incoming: false }));
    expect(lobby.pairing).not.toBeNull();
    sent = [];
    lobby.receive(hello);
    expect(sent.map((request) => request.type)).toEqual(['watch-lobby', 'pair']);
    leave();
    sent = [];
    lobby.receive(hello);
    expect(sent).toEqual([]);
  });

  test('is requested once, however often the button is pressed', () => {
    const leave = lobby.watch();
    sent = [];
    lobby.pair(terms, ignore);
    lobby.pair(terms, ignore);
    expect(sent).toHaveLength(1);
    lobby.receive({ type: 'refused', id: (sent[0] as { id: number }).id, reason: 'lobby-error', text: 'busy' });
    lobby.pair(terms, ignore);
    expect(sent).toHaveLength(2);
    leave();
  });

  test('opens the match on the waiting page', () => {
    const leave = lobby.watch();
    lobby.pair(terms, ignore);
    lobby.receive(challenge({ other: null, incoming: false }));
    lobby.receive(challenge({ other: null, incoming: false, end: 'accepted', match: 'm' }));
    expect(ends).toEqual([['accepted', true]]);
    expect(lobby.pairing).toBeNull();
    leave();
  });
});
