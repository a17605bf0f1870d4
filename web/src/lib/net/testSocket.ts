/** A WebSocket, timers and browser events under the control of a test. */
import type { SocketEnvironment } from './socket.ts';

/** A WebSocket that only records what is sent; the test opens it, answers and closes it. */
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

/** Timers that run when the test says so. */
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

  /** Let time pass until the next timer is due. */
  runNextTimer(): void {
    this.timers.sort((a, b) => a.at - b.at);
    const next = this.timers.shift();
    this.time = next?.at ?? this.time;
    next?.run();
  }

  /** Report that the browser is online again, or the page visible. */
  wake(): void {
    for (const run of this.wakers) {
      run();
    }
  }
}
