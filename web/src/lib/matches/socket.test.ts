import { beforeEach, describe, expect, it } from 'vitest';
import type { FromServer } from '#lib/net/types.ts';
import { type Answer, type LinkState, MatchSocket, pauseBefore } from './socket.ts';

class Wire {
  sent: { type: string; id?: number; command?: { do: string } }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly since: number | null) {}
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.drop(1000);
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006) {
    this.onclose?.({ code });
  }
  /** What was sent besides pings. */
  get asked() {
    return this.sent.filter((message) => message.type !== 'ping');
  }
}

let wires: Wire[];
let timers: { at: number; wake: () => void }[];
let time: number;
let heard: FromServer[];
let links: LinkState[];
let socket: MatchSocket;

const last = () => wires.at(-1) as Wire;
const greet = (version: number) => last().say({ type: 'snapshot', state: { version }, now: time + 500, missed: [] });

/** Lets time pass until the next timer is due. */
function wait() {
  timers.sort((a, b) => a.at - b.at);
  const next = timers.shift();
  time = next?.at ?? time;
  next?.wake();
}

beforeEach(() => {
  [wires, timers, time, heard, links] = [[], [], 1000, [], []];
  socket = new MatchSocket(
    {
      open: (since) => {
        wires.push(new Wire(since));
        return last() as unknown as WebSocket;
      },
      now: () => time,
      after: (milliseconds, wake) => {
        const timer = { at: time + milliseconds, wake };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      chance: () => 0.5,
    },
    { heard: (message) => heard.push(message), linked: (link) => links.push(link) },
  );
});

describe('the connection to a match', () => {
  it('comes back by itself and asks for what it missed', () => {
    greet(7);
    last().say({ type: 'news', state: { version: 9 } });
    last().drop();
    wait();
    expect(wires.map((wire) => wire.since)).toEqual([null, 9]);
    greet(11);
    expect(links).toEqual(['open', 'lost', 'open']);
    expect(heard.map((message) => message.type)).toEqual(['snapshot', 'news', 'snapshot']);
  });

  it('waits longer and longer, but not for ever', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempt) => pauseBefore(attempt, 0.5));
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    expect(pauseBefore(1, 0)).toBeLessThan(pauseBefore(1, 1));
  });

  it('can be told to try at once', () => {
    greet(1);
    last().drop();
    socket.retry();
    socket.retry();
    expect(wires).toHaveLength(2);
    greet(1);
    socket.retry();
    expect(wires).toHaveLength(2);
  });

  it('can be made anew without being lost', () => {
    greet(3);
    socket.renew();
    expect(wires.map((wire) => wire.since)).toEqual([null, 3]);
    greet(4);
    expect(links).toEqual(['open', 'open']);
    expect(timers).toHaveLength(1);
  });

  it('gives up where there is no such match', async () => {
    last().drop(4404);
    expect(links).toEqual(['gone']);
    expect(timers).toEqual([]);
    expect(await socket.do({ do: 'pause' })).toEqual({ type: 'lost' });
  });

  it('does not come back to a server that was stopped for good', () => {
    greet(1);
    last().say({ type: 'closing', text: 'Bye', again: false });
    last().drop();
    expect(links).toEqual(['open', 'ended']);
    expect(timers).toEqual([]);
  });

  it('knows the time of the server, best from the quickest answer', () => {
    greet(1);
    expect(socket.ahead).toBe(500);
    time += 100;
    last().say({ type: 'pong', sent: time - 100, now: time + 450 });
    expect(socket.ahead).toBe(500);
    time += 10;
    last().say({ type: 'pong', sent: time - 10, now: time + 600 });
    expect(socket.ahead).toBe(605);
    time += 900;
    last().say({ type: 'pong', sent: time - 900, now: time + 5 });
    expect(socket.ahead).toBe(605);
  });
});

describe('a command', () => {
  it('gets the answer that bears its number', async () => {
    greet(1);
    const first = socket.do({ do: 'move', ply: 0, index: 3 });
    const second = socket.moveNow();
    last().say({ type: 'refused', id: 2, reason: 'no-bot' });
    last().say({ type: 'accepted', id: 1, version: 2, ply: 1 });
    expect((await first).type).toBe('accepted');
    expect((await second).type).toBe('refused');
    expect(heard.map((message) => message.type)).toEqual(['snapshot']);
  });

  it('waits until there is a connection', () => {
    void socket.do({ do: 'move', ply: 0, index: 3 });
    expect(last().asked).toEqual([]);
    greet(1);
    expect(last().asked.map((message) => message.command?.do)).toEqual(['move']);
  });

  it('is sent again after a break if it names its position, for the server takes it at most once', async () => {
    greet(1);
    const answers: Answer[] = [];
    const move = socket.do({ do: 'move', ply: 0, index: 3 }).then((answer) => answers.push(answer));
    const pause = socket.do({ do: 'pause' }).then((answer) => answers.push(answer));
    last().drop();
    await pause;
    expect(answers).toEqual([{ type: 'lost' }]);
    wait();
    greet(2);
    expect(last().asked.map((message) => [message.id, message.command?.do])).toEqual([[1, 'move']]);
    last().say({ type: 'refused', id: 1, reason: 'stale' });
    await move;
    expect(answers[1]).toMatchObject({ reason: 'stale' });
  });

  it('is not left waiting when the page is closed', async () => {
    greet(1);
    const answer = socket.do({ do: 'move', ply: 0, index: 3 });
    socket.close();
    expect(await answer).toEqual({ type: 'lost' });
    expect(timers).toEqual([]);
  });
});
