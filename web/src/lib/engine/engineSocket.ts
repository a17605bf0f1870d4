/** The engine's WebSocket: one question at a time, asked when somebody wants help, closed when nobody does. */
import { socketUrl } from '#lib/net/client.ts';
import type { FromEngine, FromSearcher, SearchRefused } from '#lib/net/types.ts';

/** The engine does not answer this, and says why. */
export class EngineRefusedError extends Error {
  constructor(readonly refusal: Pick<SearchRefused, 'reason' | 'text'>) {
    super(refusal.text);
  }
}

/** A newer question, or the closing of the page, has ended this one. */
export class SupersededError extends Error {}

type Question = Exclude<FromSearcher, { type: 'stop' }>;
type Unnumbered<Q> = Q extends Question ? Omit<Q, 'id'> : never;

export class EngineSocket {
  #socket: WebSocket | null = null;
  #ids = 0;
  #running: { id: number; settle: (answer: FromEngine) => void; fail: (fault: Error) => void } | null = null;

  constructor(private readonly open: () => WebSocket = () => new WebSocket(socketUrl('/api/engine'))) {}

  /** Asks, and gives the last answer; ends the question before it. `progress` hears what is known before the end. */
  ask<Answer extends FromEngine>(
    question: Unnumbered<Question>,
    queued?: (ahead: number) => void,
    progress?: (answer: Answer) => void,
  ): Promise<Answer> {
    this.#running?.fail(new SupersededError());
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      const settle = (answer: FromEngine) => {
        if (answer.type === 'queued') {
          queued?.(answer.ahead);
        } else if (answer.type === 'refused') {
          reject(new EngineRefusedError(answer));
        } else if ('done' in answer && !answer.done) {
          progress?.(answer as Answer);
        } else {
          resolve(answer as Answer);
        }
      };
      this.#running = { id, settle, fail: reject };
      this.#send(JSON.stringify({ ...question, id }));
    });
  }

  /** Ends the running question early: its last answer comes at once. */
  stop(): void {
    if (this.#running && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: 'stop', id: this.#running.id }));
    }
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#running?.fail(new SupersededError());
    socket?.close();
  }

  #send(text: string): void {
    const socket = this.#socket ?? this.#connect();
    if (socket.readyState === WebSocket.OPEN) {
      socket.send(text);
    } else {
      socket.addEventListener('open', () => socket.send(text), { once: true });
    }
  }

  #connect(): WebSocket {
    const socket = this.open();
    this.#socket = socket;
    socket.onmessage = (event) => {
      const answer = JSON.parse(String(event.data)) as FromEngine;
      if (answer.id === this.#running?.id) {
        this.#running.settle(answer);
      }
    };
    socket.onclose = () => {
      if (this.#socket === socket) {
        this.#socket = null;
        this.#running?.fail(new EngineRefusedError({ reason: 'lost', text: '' }));
      }
    };
    return socket;
  }
}
