import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import { type FakeSocket, stubWebSocket } from '#lib/net/testSocket.ts';
import type { TournamentView } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { TournamentModel } from './model.svelte.ts';

const PATH = '/api/tournaments/cup';
const hello = { type: 'hello', server: 's', release: '1', now: 0, person: null };
let requests: TestRequests;
let sockets: FakeSocket[];
let leave: () => void;

function view(version: number, my_match: string | null = null): TournamentView {
  return { id: 'cup', version, my_match } as TournamentView;
}

beforeEach(() => {
  sockets = stubWebSocket();
  requests = new TestRequests();
  vi.stubGlobal('document', { cookie: 'parlour_csrf=token', addEventListener: () => undefined });
  leave = connection.start(
    () => undefined,
    () => undefined,
  );
});

afterEach(() => {
  leave();
  connection.state = 'connecting';
  vi.unstubAllGlobals();
});

/** Connect the page; return its socket. */
function connect(): FakeSocket {
  const socket = sockets.at(-1) as FakeSocket;
  socket.open();
  socket.receive(hello);
  return socket;
}

function watched(socket: FakeSocket): unknown {
  return socket.sent.filter((request) => request.type === 'watch-tournaments').at(-1);
}

test('a page watches the tournament that it shows, and loads it when it may have changed', async () => {
  const socket = connect();
  const model = new TournamentModel('cup');
  const stop = model.follow();
  expect(watched(socket)).toEqual({ type: 'watch-tournaments', tournaments: ['cup'], all: false });
  expect(requests.paths).toEqual([]);
  socket.receive({ type: 'tournament', tournament: 'cup', version: null, deleted: false });
  await (await requests.next(PATH)).answer(view(1));
  expect(model.view?.version).toBe(1);
  socket.receive({ type: 'tournament', tournament: 'league', version: 5, deleted: false });
  expect(requests.paths).toEqual([]);
  stop();
  expect(watched(socket)).toEqual({ type: 'watch-tournaments', tournaments: [], all: false });
});

test('before the page is connected the tournament is loaded at once, and watched afterwards', async () => {
  const model = new TournamentModel('cup');
  const stop = model.follow();
  await (await requests.next(PATH)).answer(view(1));
  expect(model.view?.version).toBe(1);
  expect(watched(connect())).toEqual({ type: 'watch-tournaments', tournaments: ['cup'], all: false });
  stop();
});

test('the next match is offered at once, and stays offered if an older state is loaded afterwards', async () => {
  const socket = connect();
  const model = new TournamentModel('cup');
  const stop = model.follow();
  socket.receive({ type: 'tournament', tournament: 'cup', version: null, deleted: false });
  await (await requests.next(PATH)).answer(view(3));
  socket.receive({ type: 'tournament', tournament: 'cup', version: 4, deleted: false });
  const older = await requests.next(PATH);
  socket.receive({ type: 'paired', tournament: 'cup', version: 4, match: 'm' });
  expect(model.view?.my_match).toBe('m');
  await older.answer(view(4));
  expect(model.view?.my_match).toBe('m');
  socket.receive({ type: 'tournament', tournament: 'cup', version: 5, deleted: false });
  await (await requests.next(PATH)).answer(view(5));
  expect(model.view?.my_match).toBeNull();
  stop();
});
