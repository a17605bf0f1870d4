/** Fakes of a WebSocket, timers and browser events for tests. */
import { vi } from 'vitest';
import type { SocketEnvironment } from './socket.ts';

/** Records what is sent; the test opens it, answers and closes it. */
export class FakeSocket<Sent = { type: string; id?: number }> {
  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    this.drop(1000);
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** Replace `WebSocket` until `vi.unstubAllGlobals()`; return the list of sockets that are created. */
export function stubWebSocket(): FakeSocket[] {
  const sockets: FakeSocket[] = [];
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('document', { cookie: '', addEventListener: () => undefined });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  const create = class extends FakeSocket {
    constructor() {
      super();
      sockets.push(this);
    }
  };
  vi.stubGlobal('WebSocket', Object.assign(create, { OPEN: 1 }));
  return sockets;
}

/** Timers that run on demand. */
export class FakeEnvironment implements SocketEnvironment {
  time = 1000;
  timers: { at: number; run: () => void }[] = [];
  wakers: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  random(): number {
    return 0.5;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  onWake(run: () => void): () => void {
    this.wakers.push(run);
    return () => {
      this.wakers = this.wakers.filter((one) => one !== run);
    };
  }

  /** Advance time to the next timer and run it. */
  runNextTimer(): void {
    this.timers.sort((a, b) => a.at - b.at);
    const next = this.timers.shift();
    this.time = next?.at ?? this.time;
    next?.run();
  }

  /** Simulate that the browser came online or the page became visible. */
  wake(): void {
    for (const run of this.wakers) {
      run();
    }
  }
}
