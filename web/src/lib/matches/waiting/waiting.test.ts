import { afterEach, expect, test, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import { stubWebSocket } from '#lib/net/testSocket.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { isUrgent, nextMatch, type WaitingMatch, waiting } from './waiting.svelte.ts';

const HOUR = 3_600_000;

afterEach(() => vi.unstubAllGlobals());

function match(id: string, days: number | null = null, left: number | null = null): WaitingMatch {
  return { id, title: 'Sim', version: 1, flag_at: left, days_per_turn: days, seats: [] };
}

test('the next game is the one after the current one, and then the first again', () => {
  const list = [match('a'), match('b'), match('c')];
  expect(['elsewhere', 'a', 'b', 'c'].map((id) => nextMatch(list, id)?.id)).toEqual(['a', 'b', 'c', 'a']);
  expect(nextMatch([match('a')], 'a')).toBeNull();
  expect(nextMatch([], 'a')).toBeNull();
});

test('deadlines of correspondence games are urgent in the last day or the last quarter of a turn', () => {
  expect([23, 25].map((hours) => isUrgent(match('a', 7, hours * HOUR), 0))).toEqual([true, false]);
  expect([5, 7].map((hours) => isUrgent(match('a', 1, hours * HOUR), 0))).toEqual([true, false]);
  expect(isUrgent(match('a', null, HOUR), 0)).toBe(false);
  expect(isUrgent(match('a', 3, null), 0)).toBe(false);
});

test('reminders follow the clock of the server, not that of the device', async () => {
  const [socket, requests, reminders] = [stubWebSocket(), new TestRequests(), [] as string[]];
  vi.stubGlobal('navigator', {});
  const server = Date.now() - 20 * HOUR;
  const stops = [
    waiting.start((one) => reminders.push(one.id)),
    connection.start(
      () => undefined,
      () => undefined,
    ),
  ];
  socket[0]?.open();
  socket[0]?.receive({ type: 'hello', server: 's', release: '1', now: server, person: null });
  await (await requests.next('/api/matches')).answer([
    match('a', 1, server + 5 * HOUR),
    match('b', 1, server + 24 * HOUR),
  ]);
  await vi.waitFor(() => expect(waiting.list).toHaveLength(2));
  expect(reminders).toEqual(['a']);
  expect(Math.abs(waiting.now - server)).toBeLessThan(HOUR);
  for (const stop of stops) {
    stop();
  }
});
