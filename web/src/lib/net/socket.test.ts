import { beforeEach, describe, expect, it, test } from 'vitest';
import { ReconnectingSocket, reconnectDelay } from './socket.ts';
import { FakeEnvironment, FakeSocket } from './testSocket.ts';

let wires: FakeSocket[];
let environment: FakeEnvironment;
let events: string[];
let reconnects: boolean;
let socket: ReconnectingSocket<{ type: string }, { type: string }>;
const last = () => wires.at(-1) as FakeSocket;

beforeEach(() => {
  [wires, environment, events, reconnects] = [[], new FakeEnvironment(), [], true];
  socket = new ReconnectingSocket(
    () => {
      wires.push(new FakeSocket());
      return last() as unknown as WebSocket;
    },
    {
      opened: () => events.push('opened'),
      received: (message) => events.push(message.type),
      lost: (code) => {
        events.push(`lost ${code}`);
        return reconnects;
      },
    },
    environment,
  );
});

test('waits longer each time, up to a limit', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 1000].map((attempt) => reconnectDelay(attempt, 0.5));
  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test('a client attempts to reconnect three times within three seconds', () => {
  const latest = [1, 2, 3].map((attempt) => reconnectDelay(attempt, 1));
  expect(latest.reduce((sum, delay) => sum + delay)).toBeLessThan(3000);
});

test('clients do not reconnect all at the same moment', () => {
  expect([0, 0.5, 1].map((random) => reconnectDelay(3, random))).toEqual([750, 1000, 1250]);
});

describe('a reconnecting socket', () => {
  it('connects when it is told to, once', () => {
    expect(wires).toHaveLength(0);
    socket.connect();
    socket.connect();
    expect(wires).toHaveLength(1);
  });

  it('sends only while it is open', () => {
    expect(socket.send({ type: 'early' })).toBe(false);
    socket.connect();
    expect(socket.send({ type: 'connecting' })).toBe(false);
    last().open();
    expect(socket.send({ type: 'open' })).toBe(true);
    last().drop();
    expect(socket.send({ type: 'late' })).toBe(false);
    expect(last().sent).toEqual([{ type: 'open' }]);
  });

  it('reconnects after a loss, later with every failure, until the backoff is reset', () => {
    socket.connect();
    const delays = [1, 2, 3].map(() => {
      const before = environment.time;
      last().drop();
      environment.runNextTimer();
      return environment.time - before;
    });
    expect(delays).toEqual([250, 500, 1000]);
    socket.resetBackoff();
    last().drop();
    expect(environment.timers.map((timer) => timer.at - environment.time)).toEqual([250]);
  });

  it('reconnects at once when the browser wakes, and only once', () => {
    socket.connect();
    last().open();
    environment.wake();
    expect(wires).toHaveLength(1);
    last().drop();
    environment.wake();
    environment.wake();
    expect(wires).toHaveLength(2);
    expect(environment.timers).toEqual([]);
  });
});

describe('the owner of a reconnecting socket', () => {
  it('is told the close code, and decides whether to reconnect', () => {
    reconnects = false;
    socket.connect();
    last().drop(4404);
    expect(events).toEqual(['lost 4404']);
    expect(environment.timers).toEqual([]);
    expect(environment.wakers).toEqual([]);
    socket.connect();
    expect(wires).toHaveLength(2);
  });

  it('renews it without a loss; the old connection is ignored', () => {
    socket.connect();
    last().open();
    const [old] = wires;
    socket.renew();
    old?.receive({ type: 'old' });
    last().open();
    last().receive({ type: 'new' });
    expect(events).toEqual(['opened', 'opened', 'new']);
    expect(old?.readyState).toBe(3);
  });

  it('closes it without a loss, even while it waits to reconnect', () => {
    socket.connect();
    last().drop();
    socket.close();
    expect(environment.timers).toEqual([]);
    expect(environment.wakers).toEqual([]);
    socket.connect();
    socket.close();
    expect(events).toEqual(['lost 1006']);
  });
});
