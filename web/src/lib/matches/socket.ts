/**
 * The connection to a match. It comes back by itself when it is lost, asks for what it missed, and gives every command
 * exactly one answer: a command that was on its way when the connection broke is sent again if it names the position it
 * is meant for, since the server then takes it at most once.
 */
import type { Accepted, Do, FromClient, FromServer, Refusal } from '#lib/net/types.ts';

/** Whether there is a connection; `gone`: there is no such match; `ended`: the server has been stopped for good. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'gone' | 'ended';

export type Command = Do['command'];

/** How a command went. `lost`: the connection broke, and whether it arrived is shown by what comes next. */
export type Answer = Accepted | Refusal | { type: 'lost' };

/** What a connection needs of the world, so that tests can give it another. */
export interface SocketEnvironment {
  open(since: number | null): WebSocket;
  now(): number;
  after(milliseconds: number, wake: () => void): () => void;
  /** From 0 to 1. */
  chance(): number;
}

export interface Listener {
  heard(message: FromServer): void;
  linked(link: LinkState): void;
}

const NO_SUCH_MATCH = 4404;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const PING = 20_000;

interface Waiting {
  message: FromClient;
  settle: (answer: Answer) => void;
}

/** How long to wait before the n-th attempt, n from 1: doubling, with some chance so that not all come at once. */
export function pauseBefore(attempt: number, chance: number): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));
  return Math.round(pause * (0.75 + chance / 2));
}

export class MatchSocket {
  /** The server's time is this many milliseconds ahead of ours. */
  ahead = 0;
  /** The last version that was heard of; what comes later is asked for after a break. */
  #version: number | null = null;
  #socket: WebSocket | null = null;
  #link: LinkState = 'connecting';
  #attempts = 0;
  #ids = 0;
  #waiting = new Map<number, Waiting>();
  #wake: (() => void) | null = null;
  #bestWay = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(
    private readonly world: SocketEnvironment,
    private readonly listener: Listener,
  ) {
    this.#connect();
  }

  /** The server's time now. */
  now(): number {
    return this.world.now() + this.ahead;
  }

  /** Sends a command; the promise ends with its answer and never fails. */
  do(command: Command): Promise<Answer> {
    return this.#ask((id) => ({ type: 'do', id, command }));
  }

  /** Makes the thinking bot move. */
  moveNow(): Promise<Answer> {
    return this.#ask((id) => ({ type: 'move-now', id }));
  }

  /** Tries again at once, for instance because the machine is online again. */
  retry(): void {
    if (this.#link === 'lost' && this.#socket === null) {
      this.#connect();
    }
  }

  /** Leaves this connection for a new one, for instance because the browser is somebody else now. */
  renew(): void {
    const old = this.#socket;
    if (old !== null && this.#link === 'open') {
      this.#link = 'connecting';
      this.#connect();
      old.close();
    }
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
    this.#socket?.close();
    this.#settleAll();
  }

  #ask(make: (id: number) => FromClient): Promise<Answer> {
    const id = ++this.#ids;
    const message = make(id);
    return new Promise((settle) => {
      if (this.#closed || this.#link === 'gone' || this.#link === 'ended') {
        settle({ type: 'lost' });
        return;
      }
      this.#waiting.set(id, { message, settle });
      if (this.#link === 'open') {
        this.#send(message);
      }
    });
  }

  #connect(): void {
    this.#wake?.();
    this.#wake = null;
    const socket = this.world.open(this.#version);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) {
        this.#hear(JSON.parse(String(event.data)) as FromServer);
      }
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) {
        this.#lose(event.code);
      }
    };
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'snapshot':
        this.#version = message.state.version;
        this.#measure(message.now, this.world.now());
        this.#opened();
        break;
      case 'news':
        this.#version = message.state.version;
        break;
      case 'pong':
        this.#measureWay(message.sent, message.now);
        return;
      case 'accepted':
      case 'refused':
        this.#waiting.get(message.id)?.settle(message);
        this.#waiting.delete(message.id);
        return;
      case 'closing':
        if (!message.again) {
          this.#finish('ended');
        }
        break;
    }
    this.listener.heard(message);
  }

  /** After the snapshot: what could not be sent, or may not have arrived, goes now. */
  #opened(): void {
    this.#attempts = 0;
    this.#become('open');
    for (const { message } of this.#waiting.values()) {
      this.#send(message);
    }
    this.#ping();
  }

  #lose(code: number): void {
    this.#socket = null;
    if (this.#closed || this.#link === 'ended') {
      return;
    }
    if (code === NO_SUCH_MATCH) {
      this.#finish('gone');
      return;
    }
    this.#settleUnsafe();
    this.#attempts += 1;
    this.#become('lost');
    this.#wake?.();
    this.#wake = this.world.after(pauseBefore(this.#attempts, this.world.chance()), () => this.#connect());
  }

  #finish(link: LinkState): void {
    this.#wake?.();
    this.#become(link);
    this.#settleAll();
  }

  #become(link: LinkState): void {
    this.#link = link;
    this.listener.linked(link);
  }

  /** Gives up what must not be sent a second time: commands that do not name a position. */
  #settleUnsafe(): void {
    for (const [id, { message, settle }] of this.#waiting) {
      const aimed = message.type === 'do' && ('ply' in message.command || message.command.do === 'answer');
      if (!aimed) {
        this.#waiting.delete(id);
        settle({ type: 'lost' });
      }
    }
  }

  #settleAll(): void {
    for (const { settle } of this.#waiting.values()) {
      settle({ type: 'lost' });
    }
    this.#waiting.clear();
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#send({ type: 'ping', sent: this.world.now() });
    this.#wake?.();
    this.#wake = this.world.after(PING, () => this.#link === 'open' && this.#ping());
  }

  /** The quickest way there and back tells most about the difference of the clocks. */
  #measureWay(sent: number, server: number): void {
    const now = this.world.now();
    const way = now - sent;
    if (way <= this.#bestWay) {
      this.#bestWay = way;
      this.#measure(server, now - way / 2);
    }
  }

  #measure(server: number, here: number): void {
    if (this.#bestWay < Number.POSITIVE_INFINITY || this.ahead === 0) {
      this.ahead = server - here;
    }
  }
}
