import { beforeEach, describe, expect, it } from 'vitest';
import { FakeEnvironment, FakeSocket } from '#lib/net/testSocket.ts';
import type { MatchSocketMessage } from '#lib/net/types.ts';
import { type Answer, type LinkState, MatchSocket } from './socket.ts';

class Wire extends FakeSocket<{ type: string; id?: number; command?: { do: string } }> {
  constructor(readonly since: number | null) {
    super();
  }
  /** Messages sent, without pings. */
  get asked() {
    return this.sent.filter((message) => message.type !== 'ping');
  }
}

let wires: Wire[];
let environment: FakeEnvironment;
let heard: MatchSocketMessage[];
let links: LinkState[];
let socket: MatchSocket;

const last = () => wires.at(-1) as Wire;

function greet(version: number) {
  last().open();
  last().receive({ type: 'snapshot', state: { version }, now: environment.time + 500, missed: [] });
}

beforeEach(() => {
  [wires, environment, heard, links] = [[], new FakeEnvironment(), [], []];
  socket = new MatchSocket(
    (since) => {
      wires.push(new Wire(since));
      return last() as unknown as WebSocket;
    },
    { onmessage: (message) => heard.push(message), onlink: (link) => links.push(link) },
    environment,
  );
});

describe('the connection to a match', () => {
  it('reconnects by itself and requests missed events', () => {
    greet(7);
    last().receive({ type: 'news', state: { version: 9 } });
    last().drop();
    environment.runNextTimer();
    expect(wires.map((wire) => wire.since)).toEqual([null, 9]);
    greet(11);
    expect(links).toEqual(['open', 'lost', 'open']);
    expect(heard.map((message) => message.type)).toEqual(['snapshot', 'news', 'snapshot']);
  });

  it('reconnects at once when the browser wakes', () => {
    greet(1);
    last().drop();
    environment.wake();
    environment.wake();
    expect(wires).toHaveLength(2);
    greet(1);
    environment.wake();
    expect(wires).toHaveLength(2);
  });

  it('can be renewed without a reported loss', () => {
    greet(3);
    socket.renew();
    expect(wires.map((wire) => wire.since)).toEqual([null, 3]);
    greet(4);
    expect(links).toEqual(['open', 'open']);
    expect(environment.timers).toHaveLength(1);
  });
});

describe('a match that has ended', () => {
  it('is not connected to if it does not exist', async () => {
    last().drop(4404);
    expect(links).toEqual(['gone']);
    expect(environment.timers).toEqual([]);
    expect(await socket.do({ do: 'pause' })).toEqual({ type: 'lost' });
  });

  it('is not connected to if the server has shut down', () => {
    greet(1);
    last().receive({ type: 'closing', text: 'Bye', again: false });
    last().drop();
    expect(links).toEqual(['open', 'ended']);
    expect(environment.timers).toEqual([]);
  });
});

describe('the clock of the server', () => {
  it('is estimated from the fastest response', () => {
    greet(1);
    expect(socket.ahead).toBe(500);
    environment.time += 100;
    last().receive({ type: 'pong', sent: environment.time - 100, now: environment.time + 450 });
    expect(socket.ahead).toBe(500);
    environment.time += 10;
    last().receive({ type: 'pong', sent: environment.time - 10, now: environment.time + 600 });
    expect(socket.ahead).toBe(605);
    environment.time += 900;
    last().receive({ type: 'pong', sent: environment.time - 900, now: environment.time + 5 });
    expect(socket.ahead).toBe(605);
  });
});

describe('a command', () => {
  it('gets the response with its number', async () => {
    greet(1);
    const first = socket.do({ do: 'move', ply: 0, index: 3 });
    const second = socket.moveNow();
    last().receive({ type: 'refused', id: 2, reason: 'no-bot' });
    last().receive({ type: 'accepted', id: 1, version: 2, ply: 1 });
    expect((await first).type).toBe('accepted');
    expect((await second).type).toBe('refused');
    expect(heard.map((message) => message.type)).toEqual(['snapshot']);
  });

  it('waits for a connection', () => {
    void socket.do({ do: 'move', ply: 0, index: 3 });
    expect(last().asked).toEqual([]);
    greet(1);
    expect(last().asked.map((message) => message.command?.do)).toEqual(['move']);
  });

  it('is resent after a loss if it names its position, because the server accepts it at most once', async () => {
    greet(1);
    const answers: Answer[] = [];
    const move = socket.do({ do: 'move', ply: 0, index: 3 }).then((answer) => answers.push(answer));
    const pause = socket.do({ do: 'pause' }).then((answer) => answers.push(answer));
    last().drop();
    await pause;
    expect(answers).toEqual([{ type: 'lost' }]);
    environment.runNextTimer();
    greet(2);
    expect(last().asked.map((message) => [message.id, message.command?.do])).toEqual([[1, 'move']]);
    last().receive({ type: 'refused', id: 1, reason: 'stale' });
    await move;
    expect(answers[1]).toMatchObject({ reason: 'stale' });
  });

  it('is resent later to an overloaded server if it names its position', async () => {
    greet(1);
    const move = socket.do({ do: 'move', ply: 0, index: 3 });
    const pause = socket.do({ do: 'pause' });
    last().receive({ type: 'refused', id: 1, reason: 'busy' });
    last().receive({ type: 'refused', id: 2, reason: 'busy' });
    expect(await pause).toMatchObject({ reason: 'busy' });
    environment.runNextTimer();
    expect(last().asked.map((message) => message.command?.do)).toEqual(['move', 'pause', 'move']);
    last().receive({ type: 'accepted', id: 1, version: 2, ply: 1 });
    expect((await move).type).toBe('accepted');
  });

  it('is rejected when the page is closed', async () => {
    greet(1);
    const answer = socket.do({ do: 'move', ply: 0, index: 3 });
    socket.close();
    expect(await answer).toEqual({ type: 'lost' });
    expect(environment.timers).toEqual([]);
  });
});
