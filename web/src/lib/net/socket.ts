/**
 * WebSocket that reconnects with exponential backoff, or immediately when the browser comes online or the page becomes
 * visible. Its owner decides what to send, when it is ready, and after which close codes to reconnect.
 */

/** Timers, clock and browser events; tests replace them. */
export interface SocketEnvironment {
  now(): number;
  /** Return a random number from 0 to 1. */
  random(): number;
  /** Run a callback after a delay; return a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Run a callback when a connection is likely to succeed; return a function that cancels it. */
  onWake(run: () => void): () => void;
}

export interface SocketHandlers<Incoming> {
  /** Handle an open connection. */
  opened?(): void;
  received(message: Incoming): void;
  /** Handle a closed connection, except one closed by `close` or `renew`; return whether to reconnect. */
  lost(closeCode: number): boolean;
}

/** Close code: the session has ended, so the next connection may belong to another visitor. */
export const LOGGED_OUT = 4401;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8000;
/** `WebSocket.OPEN`, which is undefined in tests. */
const OPEN = 1;

/** Return the delay before an attempt, counted from 1. Jitter spreads the reconnections of many clients. */
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

  /** Connect, unless connected or connecting. */
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

  /** Reset the backoff after an answer from the server. */
  resetBackoff(): void {
    this.#attempts = 0;
  }

  /** Replace the connection without reporting a loss, for instance after a change of account. */
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
    // Ignore events of a socket that was replaced or closed.
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
