/** The engine's WebSocket: one question at a time. It is opened by the first question. */
import { socketUrl } from '#lib/net/client.ts';
import { ReconnectingSocket } from '#lib/net/socket.ts';
import type { EngineSocketMessage, EngineSocketRequest, SearchRefusedMessage } from '#lib/net/types.ts';

/** The engine refused a question, and why. */
export class EngineRefusedError extends Error {
  constructor(readonly refusal: Pick<SearchRefusedMessage, 'reason' | 'text'>) {
    super(refusal.text);
  }
}

/** A newer question, or leaving the page, ended this one. */
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
      // Not reconnected until somebody asks again.
      lost: () => {
        this.#running?.fail(new EngineRefusedError({ reason: 'lost', text: '' }));
        return false;
      },
    });
  }

  /** Ask, and return the last answer; end the question before it. `progress` receives answers before the last one. */
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
      // While the connection opens, the question waits for `opened`.
      if (!this.#socket.send(question)) {
        this.#socket.connect();
      }
    });
  }

  /** End the running question early: its last answer comes at once. */
  stop(): void {
    if (this.#running) {
      this.#socket.send({ type: 'stop', id: this.#running.question.id });
    }
  }

  close(): void {
    this.#running?.fail(new SupersededError());
    this.#socket.close();
  }
}
