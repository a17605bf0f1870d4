/**
 * A WebSocket that reconnects with exponential backoff, at once when the browser comes online or the page becomes
 * visible. Its owner decides what is sent when, what counts as ready, and after which losses to reconnect.
 */

/** Timers, clock and browser events; tests replace them. */
export interface SocketEnvironment {
  now(): number;
  /** A random number from 0 to 1. */
  random(): number;
  /** Runs a callback after a delay; returns how to cancel it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs a callback when an attempt to connect is likely to succeed; returns how to cancel it. */
  onWake(run: () => void): () => void;
}

export interface SocketHandlers<Incoming> {
  /** The connection is open: messages can be sent. */
  opened?(): void;
  received(message: Incoming): void;
  /** The connection was closed, though not by `close` or `renew`. Returns whether to reconnect. */
  lost(closeCode: number): boolean;
}

/** Close code: the session of this connection has ended, so the next one may be that of another visitor. */
export const LOGGED_OUT = 4401;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8000;
/** `WebSocket.OPEN`, which tests do not have. */
const OPEN = 1;

/** Return how long to wait before an attempt, counted from 1. Jitter keeps clients from reconnecting all at once. */
export function reconnectDelay(attempt: number, random: number): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(delay * (0.75 + random / 2));
}

export const browserEnvironment: SocketEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  onWake(run) {
    const visible = () => document.hidden || run();
    window.addEventListener('online', run);
    document.addEventListener('visibilitychange', visible);
    return () => {
      window.removeEventListener('online', run);
      document.removeEventListener('visibilitychange', visible);
    };
  },
};

export class ReconnectingSocket<Outgoing, Incoming> {
  #socket: WebSocket | null = null;
  #attempts = 0;
  #cancelReconnect: (() => void) | null = null;

  constructor(
    private readonly create: () => WebSocket,
    private readonly handlers: SocketHandlers<Incoming>,
    private readonly environment: SocketEnvironment = browserEnvironment,
  ) {}

  /** Connect, unless there is a connection or one is being opened. */
  connect(): void {
    if (this.#socket === null) {
      this.#open();
    }
  }

  /** Send a message if the connection is open; return whether it was. */
  send(message: Outgoing): boolean {
    const open = this.#socket?.readyState === OPEN;
    if (open) {
      this.#socket?.send(JSON.stringify(message));
    }
    return open;
  }

  /** Start the backoff from its shortest delay again: the server has answered. */
  resetBackoff(): void {
    this.#attempts = 0;
  }

  /** Replace the connection by a new one without reporting a loss, for instance after a change of account. */
  renew(): void {
    const old = this.#socket;
    this.#open();
    old?.close();
  }

  /** Close the connection and cancel reconnecting, without reporting a loss. */
  close(): void {
    this.#cancelReconnect?.();
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  #open(): void {
    this.#cancelReconnect?.();
    const socket = this.create();
    this.#socket = socket;
    // A socket that was replaced or closed here is no longer listened to.
    const ifCurrent =
      <Event>(handle: (event: Event) => void) =>
      (event: Event) => {
        if (socket === this.#socket) {
          handle(event);
        }
      };
    socket.onopen = ifCurrent(() => this.handlers.opened?.());
    socket.onmessage = ifCurrent((event: MessageEvent) =>
      this.handlers.received(JSON.parse(String(event.data)) as Incoming),
    );
    socket.onclose = ifCurrent((event: CloseEvent) => {
      this.#socket = null;
      if (this.handlers.lost(event.code)) {
        this.#reconnectLater();
      }
    });
  }

  #reconnectLater(): void {
    this.#attempts += 1;
    const reconnect = () => this.#open();
    const cancelTimer = this.environment.after(reconnectDelay(this.#attempts, this.environment.random()), reconnect);
    const cancelWake = this.environment.onWake(reconnect);
    this.#cancelReconnect = () => {
      cancelTimer();
      cancelWake();
      this.#cancelReconnect = null;
    };
  }
}
