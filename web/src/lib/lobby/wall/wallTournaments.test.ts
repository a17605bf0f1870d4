import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import type { TournamentSummaryView } from '#lib/net/types.ts';
import { connection, type TournamentMessage } from '#lib/shell/connection.svelte.ts';
import { ROTATION_INTERVAL_MS } from './wall.svelte.ts';
import { WallTournaments } from './wallTournaments.svelte.ts';

const PATH = '/api/tournaments';
let requests: TestRequests;
let change: () => void;
let tournaments: WallTournaments;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  requests = new TestRequests();
  vi.spyOn(connection, 'onTournament').mockImplementation((_, listener) => {
    change = () => listener({ type: 'tournament' } as TournamentMessage);
    change();
    return () => undefined;
  });
  tournaments = new WallTournaments();
  leave = tournaments.follow();
});

afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function answer(statuses: Record<string, TournamentSummaryView['status']>): Promise<void> {
  const found = Object.entries(statuses).map(([id, status]) => ({ id, status }));
  await (await requests.next(PATH)).answer(found);
}

test('tournaments in progress are shown in turn', async () => {
  await answer({ open: 'open', cup: 'running', old: 'over', league: 'paused' });
  expect(tournaments.current?.id).toBe('cup');
  vi.advanceTimersByTime(ROTATION_INTERVAL_MS);
  expect(tournaments.current?.id).toBe('league');
  vi.advanceTimersByTime(ROTATION_INTERVAL_MS);
  expect(tournaments.current?.id).toBe('cup');
});

test('a tournament that ends stays, with its final standings', async () => {
  await answer({ cup: 'running' });
  change();
  await answer({ cup: 'over', old: 'over' });
  expect(tournaments.current).toEqual({ id: 'cup', status: 'over' });
  vi.advanceTimersByTime(ROTATION_INTERVAL_MS);
  expect(tournaments.current?.id).toBe('cup');
});
