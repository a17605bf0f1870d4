/** WebSocket client of the engine: one request at a time. The connection is opened by the first request. */
import { socketUrl } from '#lib/net/client.ts';
import { ReconnectingSocket } from '#lib/net/socket.ts';
import type { EngineSocketMessage, EngineSocketRequest, SearchRefusedMessage } from '#lib/net/types.ts';

/** Raised when the engine refuses a request. */
export class EngineRefusedError extends Error {
  constructor(readonly refusal: Pick<SearchRefusedMessage, 'reason' | 'text'>) {
    super(refusal.text);
  }
}

/** Raised when a newer request replaces this one, or the page is left. */
export class SupersededError extends Error {}

type Question = Exclude<EngineSocketRequest, { type: 'stop' }>;
type Unnumbered<Q> = Q extends Question ? Omit<Q, 'id'> : never;

interface Running {
  question: Question;
  settle: (answer: EngineSocketMessage) => void;
  fail: (error: Error) => void;
}

export class EngineSocket {
  readonly #socket: ReconnectingSocket<EngineSocketRequest, EngineSocketMessage>;
  #ids = 0;
  #running: Running | null = null;

  constructor(create: () => WebSocket = () => new WebSocket(socketUrl('/api/engine'))) {
    this.#socket = new ReconnectingSocket(create, {
      opened: () => this.#running && this.#socket.send(this.#running.question),
      received: (answer) => {
        if (answer.id === this.#running?.question.id) {
          this.#running.settle(answer);
        }
      },
      // Reconnect only with the next request.
      lost: () => {
        this.#running?.fail(new EngineRefusedError({ reason: 'lost', text: '' }));
        return false;
      },
    });
  }

  /**
   * Send a request, cancel the previous one, and return the final answer. `progress` receives the intermediate answers.
   */
  ask<Answer extends EngineSocketMessage>(
    unnumbered: Unnumbered<Question>,
    queued?: (ahead: number) => void,
    progress?: (answer: Answer) => void,
  ): Promise<Answer> {
    this.#running?.fail(new SupersededError());
    const question: Question = { ...unnumbered, id: ++this.#ids };
    return new Promise((resolve, reject) => {
      const settle = (answer: EngineSocketMessage) => {
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
      this.#running = { question, settle, fail: reject };
      // While the connection opens, the request waits for `opened`.
      if (!this.#socket.send(question)) {
        this.#socket.connect();
      }
    });
  }

  /** Stop the running request; its final answer arrives immediately. One that has not been sent yet is cancelled. */
  stop(): void {
    if (this.#running && !this.#socket.send({ type: 'stop', id: this.#running.question.id })) {
      this.#running.fail(new SupersededError());
      this.#running = null;
    }
  }

  close(): void {
    this.#running?.fail(new SupersededError());
    this.#socket.close();
  }
}
