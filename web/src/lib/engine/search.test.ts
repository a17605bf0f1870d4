import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeSocket, stubWebSocket } from '#lib/net/testSocket.ts';
import { Search } from './search.svelte.ts';

let sockets: FakeSocket[];
const last = () => sockets.at(-1) as FakeSocket;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  sockets = stubWebSocket();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a search', () => {
  it('does not show lines of the position before', async () => {
    const search = new Search();
    search.analyse({ share: 'one' });
    await vi.advanceTimersByTimeAsync(150);
    last().open();
    last().receive({ type: 'found', id: 1, lines: [], depth: 3, done: false });
    expect(search.found?.depth).toBe(3);
    search.analyse({ share: 'two' });
    last().receive({ type: 'found', id: 1, lines: [], depth: 4, done: false });
    last().receive({ type: 'found', id: 1, lines: [], depth: 5, done: true });
    await settle();
    expect([search.found, search.searching]).toEqual([null, true]);
    await vi.advanceTimersByTimeAsync(150);
    last().receive({ type: 'found', id: 2, lines: [], depth: 1, done: true });
    await settle();
    expect([search.found?.depth, search.searching]).toEqual([1, false]);
  });

  it('that is stopped shows its last lines', async () => {
    const search = new Search();
    search.analyse({ share: 'one' });
    await vi.advanceTimersByTimeAsync(150);
    last().open();
    search.toggle();
    last().receive({ type: 'found', id: 1, lines: [], depth: 5, done: true });
    await settle();
    expect([search.found?.depth, search.searching]).toEqual([5, false]);
  });
});
