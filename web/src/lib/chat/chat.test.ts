import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatLineView, ChatMessage, ChatRoom } from '#lib/net/types.ts';
import { me } from '#lib/people/me.svelte.ts';
import { english } from '#lib/strings/index.ts';
import { ChatModel } from './chat.svelte.ts';
import { PHRASES } from './phrases.ts';

const sent: unknown[] = [];
let hidden: unknown;

let places = 0;

function newChat(place = `place ${places++}`): ChatModel {
  return new ChatModel(place, { watch: (on) => sent.push(on), say: (content) => sent.push(content) });
}

function line(at: number, person = 'ben'): ChatLineView {
  return { id: `l${at}`, at, person, name: person, seat: null, phrase: null, text: `text ${at}` };
}

function everything(...rooms: [ChatRoom, ...ChatLineView[]][]): ChatMessage {
  const views = rooms.map(([room, ...lines]) => ({ room, lines }));
  return { type: 'chat', mode: 'text', muted: false, rooms: views };
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  sent.length = 0;
  hidden = undefined;
  vi.spyOn(me, 'preference').mockImplementation(() => hidden);
});

describe('new messages', () => {
  test('are counted while the chat is closed, without own ones', () => {
    const chat = newChat();
    chat.receive(everything(['players', line(1)]));
    chat.receive({ type: 'chat-line', room: 'players', line: line(2, 'me') });
    chat.receive({ type: 'chat-line', room: 'players', line: line(3) });
    expect(chat.unread('me')).toBe(2);
    chat.open = true;
    chat.markSeen();
    chat.open = false;
    expect(chat.unread('me')).toBe(0);
    chat.receive({ type: 'chat-line', room: 'players', line: line(4) });
    expect(chat.unread('me')).toBe(1);
  });

  test('that were seen are not new again after a reload', () => {
    const chat = newChat('m1');
    chat.open = true;
    chat.receive(everything(['players', line(1)]));
    const reloaded = newChat('m1');
    reloaded.receive(everything(['players', line(1), line(2)]));
    expect(reloaded.unread(null)).toBe(1);
    expect(newChat('m2').unread(null)).toBe(0);
  });

  test('of people whom the visitor has muted are neither shown nor counted', () => {
    const chat = newChat();
    hidden = [{ key: 'ben', name: 'Ben' }, 'nonsense'];
    chat.receive(everything(['players', line(1), line(2, 'cleo')]));
    expect(chat.lines.map((one) => one.person)).toEqual(['cleo']);
    expect(chat.unread(null)).toBe(1);
  });
});

describe('rooms', () => {
  test('the first one is shown until another is chosen, and again when that has gone', () => {
    const chat = newChat();
    chat.receive(everything(['players', line(1)], ['spectators', line(2)]));
    expect(chat.lines).toEqual([line(1)]);
    chat.room = 'spectators';
    expect(chat.lines).toEqual([line(2)]);
    chat.say({ phrase: 'hello' }, () => undefined);
    expect(sent).toEqual([{ phrase: 'hello', room: 'spectators' }]);
    chat.receive(everything(['players', line(1)]));
    expect(chat.room).toBe('players');
  });

  test('are empty when the host switches chat off', () => {
    const chat = newChat();
    chat.receive(everything(['lobby', line(1)]));
    chat.receive({ type: 'chat', mode: 'off', muted: false, rooms: [] });
    expect([chat.mode, chat.room, chat.lines]).toEqual(['off', null, []]);
  });
});

test('messages are asked for again after a lost connection, as long as they are wanted', () => {
  const chat = newChat();
  chat.reconnect();
  chat.watch();
  chat.reconnect();
  chat.unwatch();
  chat.reconnect();
  expect(sent).toEqual([true, true, false]);
});

test('every phrase is offered', () => {
  const keys = Object.keys(english).filter((key) => key.startsWith('chat.phrase.'));
  expect(PHRASES.map((phrase) => `chat.phrase.${phrase}`)).toEqual(keys);
});
