/**
 * WebSocket of a match. After a loss it reconnects and requests missed events. Every command gets exactly one answer: a
 * pending command that names its position is sent again after a loss, and later if the server is overloaded, because it
 * is accepted at most once.
 */
import { browserEnvironment, ReconnectingSocket, type SocketEnvironment } from '#lib/net/socket.ts';
import type {
  AcceptedMessage,
  CommandRequest,
  MatchSocketMessage,
  MatchSocketRequest,
  RefusedMessage,
  SayRequest,
} from '#lib/net/types.ts';

/** State of the connection; `gone`: no such match; `ended`: the server has shut down. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'gone' | 'ended';

export type Command = CommandRequest['command'];

/** Answer to a command. `lost`: the connection broke; the next state shows whether the command arrived. */
export type Answer = AcceptedMessage | RefusedMessage | { type: 'lost' };

export interface Listener {
  onmessage(message: MatchSocketMessage): void;
  onlink(link: LinkState): void;
}

const NO_SUCH_MATCH = 4404;
const PING_INTERVAL_MS = 20_000;
/** Shortest time before a command is sent again to an overloaded server; the longest is twice as long. */
const RESEND_MS = 1000;

/** Return whether a command is accepted at most once: it names a position or an offer. */
function namesPosition(message: MatchSocketRequest): boolean {
  return message.type === 'do' && ('ply' in message.command || message.command.do === 'answer');
}

interface SentCommand {
  message: MatchSocketRequest;
  settle: (answer: Answer) => void;
}

export class MatchSocket {
  /** Offset of the server's clock in milliseconds. */
  ahead = 0;
  readonly #socket: ReconnectingSocket<MatchSocketRequest, MatchSocketMessage>;
  /** Last version received; after a loss, later events are requested. */
  #version: number | null = null;
  #link: LinkState = 'connecting';
  #ids = 0;
  #waiting = new Map<number, SentCommand>();
  #cancelPing: (() => void) | null = null;
  #bestRoundTrip = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(
    create: (since: number | null) => WebSocket,
    private readonly listener: Listener,
    private readonly environment: SocketEnvironment = browserEnvironment,
  ) {
    this.#socket = new ReconnectingSocket(
      () => create(this.#version),
      { received: (message) => this.#receive(message), lost: (code) => this.#lose(code) },
      environment,
    );
    this.#socket.connect();
  }

  /** Return the current time of the server. */
  now(): number {
    return this.environment.now() + this.ahead;
  }

  /** Send a command; the promise resolves to its answer and never rejects. */
  do(command: Command): Promise<Answer> {
    return this.#ask((id) => ({ type: 'do', id, command }));
  }

  /** Tell the thinking bot to move now. */
  moveNow(): Promise<Answer> {
    return this.#ask((id) => ({ type: 'move-now', id }));
  }

  /** Send a chat message. */
  say(content: Omit<SayRequest, 'type' | 'id'>): Promise<Answer> {
    return this.#ask((id) => ({ type: 'say', id, ...content }));
  }

  /** Start or stop receiving chat messages, until the connection is lost. */
  watchChat(on: boolean): void {
    if (this.#link === 'open') {
      this.#socket.send({ type: 'watch-chat', on });
    }
  }

  /** Replace the connection by a new one, for instance after a change of account. */
  renew(): void {
    if (this.#link === 'open') {
      this.#link = 'connecting';
      this.#socket.renew();
    }
  }

  close(): void {
    this.#closed = true;
    this.#cancelPing?.();
    this.#socket.close();
    this.#settleAll();
  }

  #ask(make: (id: number) => MatchSocketRequest): Promise<Answer> {
    const id = ++this.#ids;
    const message = make(id);
    return new Promise((settle) => {
      if (this.#closed || this.#link === 'gone' || this.#link === 'ended') {
        settle({ type: 'lost' });
        return;
      }
      this.#waiting.set(id, { message, settle });
      if (this.#link === 'open') {
        this.#socket.send(message);
      }
    });
  }

  #receive(message: MatchSocketMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#version = message.state.version;
        this.#measure(message.now, this.environment.now());
        this.#opened();
        break;
      case 'news':
        this.#version = message.state.version;
        break;
      case 'pong':
        this.#measureRoundTrip(message.sent, message.now);
        return;
      case 'accepted':
      case 'refused':
        this.#settle(message);
        return;
      case 'closing':
        if (!message.again) {
          this.#finish('ended');
        }
        break;
    }
    this.listener.onmessage(message);
  }

  #settle(answer: AcceptedMessage | RefusedMessage): void {
    const waiting = this.#waiting.get(answer.id);
    if (
      waiting !== undefined &&
      answer.type === 'refused' &&
      answer.reason === 'busy' &&
      namesPosition(waiting.message)
    ) {
      this.environment.after(RESEND_MS * (1 + this.environment.random()), () => {
        if (this.#link === 'open' && this.#waiting.has(answer.id)) {
          this.#socket.send(waiting.message);
        }
      });
      return;
    }
    this.#waiting.delete(answer.id);
    waiting?.settle(answer);
  }

  /** Send commands that could not be sent or may not have arrived; called after the snapshot. */
  #opened(): void {
    this.#socket.resetBackoff();
    this.#become('open');
    for (const { message } of this.#waiting.values()) {
      this.#socket.send(message);
    }
    this.#ping();
  }

  /** Return whether to reconnect. */
  #lose(code: number): boolean {
    this.#cancelPing?.();
    if (this.#link === 'ended') {
      return false;
    }
    if (code === NO_SUCH_MATCH) {
      this.#finish('gone');
      return false;
    }
    this.#settleUnsafe();
    this.#become('lost');
    return true;
  }

  #finish(link: LinkState): void {
    this.#cancelPing?.();
    this.#become(link);
    this.#settleAll();
  }

  #become(link: LinkState): void {
    this.#link = link;
    this.listener.onlink(link);
  }

  /** Give up commands that do not name a position: they must not be sent twice. */
  #settleUnsafe(): void {
    for (const [id, { message, settle }] of this.#waiting) {
      if (!namesPosition(message)) {
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

  #ping(): void {
    this.#socket.send({ type: 'ping', sent: this.environment.now() });
    this.#cancelPing?.();
    this.#cancelPing = this.environment.after(PING_INTERVAL_MS, () => this.#link === 'open' && this.#ping());
  }

  /** Update the clock offset. The shortest round trip gives the best estimate. */
  #measureRoundTrip(sent: number, server: number): void {
    const now = this.environment.now();
    const roundTrip = now - sent;
    if (roundTrip <= this.#bestRoundTrip) {
      this.#bestRoundTrip = roundTrip;
      this.#measure(server, now - roundTrip / 2);
    }
  }

  #measure(server: number, here: number): void {
    if (this.#bestRoundTrip < Number.POSITIVE_INFINITY || this.ahead === 0) {
      this.ahead = server - here;
    }
  }
}
