/** A class on this page: what the server sends about it, and what the teacher or a pupil sends. */
import { get, post, socketUrl } from '#lib/net/client.ts';
import { LOGGED_OUT, ReconnectingSocket } from '#lib/net/socket.ts';
import type {
  AnyTeacherRequest,
  ClassBoardMessage,
  ClassroomPage,
  ClassroomSocketMessage,
  ClassroomView,
  OwnAnswerMessage,
  ShowRequest,
  TallyMessage,
} from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';

/** Close code: there is no such class, or the visitor is not in it. */
const NOT_IN_THE_CLASS = 4403;

export class ClassModel {
  view = $state.raw<ClassroomView | null>(null);
  /** Why there is nothing to show. */
  failure = $state<unknown>(null);
  board = $state.raw<ClassBoardMessage | null>(null);
  own = $state.raw<OwnAnswerMessage | null>(null);
  tally = $state.raw<TallyMessage | null>(null);
  busy = $state(false);
  /** Whether the class does not see the position of this page: it could not be sent, or another page showed one. */
  elsewhere = $state(false);
  readonly #socket: ReconnectingSocket<never, ClassroomSocketMessage>;
  #closed = false;
  #leaving = false;
  /** The position of this page, the one to show next, and whether one is being sent. */
  #latest: ShowRequest | null = null;
  #wanted: ShowRequest | null = null;
  #sending: Promise<void> | null = null;
  #shown = '';

  constructor(
    readonly code: string,
    readonly shows: ClassroomPage = 'class',
  ) {
    const url = () => socketUrl('/api/classrooms/{code}/live', { path: { code }, query: { shows } });
    this.#socket = new ReconnectingSocket(() => new WebSocket(url()), {
      received: (message) => this.#receive(message),
      lost: (closeCode) => this.#lose(closeCode),
    });
  }

  /** The question that waits for answers or shows its solution. */
  get question() {
    return this.board?.question ?? null;
  }

  /** The pupil's answer to the current question. */
  get answer(): string | null {
    return this.own !== null && this.own.question === this.question?.number ? this.own.turn : null;
  }

  /** Load the class and follow it, if the visitor is in it, until the returned function is called. */
  follow(): () => void {
    void this.load();
    return () => {
      this.#closed = true;
      this.#socket.close();
    };
  }

  async load(): Promise<void> {
    try {
      this.#take(await get('/api/classrooms/{code}', { path: { code: this.code } }));
    } catch (problem) {
      this.failure = problem;
    }
  }

  async join(name: string): Promise<void> {
    this.#take(await post('/api/classrooms/{code}/join', { path: { code: this.code }, body: { name } }));
  }

  async leave(): Promise<void> {
    this.#leaving = true;
    try {
      this.#take(await post('/api/classrooms/{code}/leave', { path: { code: this.code } }));
    } catch (problem) {
      toasts.error(problem);
    } finally {
      this.#leaving = false;
    }
  }

  /** Answer the current question with the moves of a turn; return whether the answer was accepted. */
  async send(moves: string[]): Promise<boolean> {
    const question = this.question;
    if (question === null || question.solutions !== null) {
      return false;
    }
    const body = { question: question.number, moves };
    try {
      this.own = await post('/api/classrooms/{code}/answer', { path: { code: this.code }, body });
      return true;
    } catch (problem) {
      if (this.question?.number === question.number) {
        toasts.error(problem);
      }
      return false;
    }
  }

  // ---- Teacher ------------------------------------------------------------------------------------------------------

  /** Show a position to the class. While one is being sent, only the latest is kept. */
  show(wanted: Omit<ShowRequest, 'do'>): void {
    const request: ShowRequest = { do: 'show', ...wanted };
    this.#latest = request;
    if (JSON.stringify(request) !== this.#shown) {
      this.#wanted = request;
      this.#sending ??= this.#sendShown();
    }
  }

  /** Show the position of this page again. */
  showAgain(): void {
    if (this.#latest !== null) {
      this.#shown = '';
      this.show(this.#latest);
    }
  }

  async #sendShown(): Promise<void> {
    this.elsewhere = false;
    try {
      for (let next = this.#wanted; next !== null; next = this.#wanted) {
        this.#wanted = null;
        this.#shown = JSON.stringify(next);
        await this.#post(next);
      }
    } catch (problem) {
      this.#shown = '';
      this.elsewhere = true;
      toasts.error(problem);
    } finally {
      this.#sending = null;
    }
  }

  /** Execute a command after the current position has been shown. */
  async command(request: AnyTeacherRequest): Promise<void> {
    this.busy = true;
    try {
      await this.#sending;
      await this.#post(request);
    } catch (problem) {
      toasts.error(problem);
    } finally {
      this.busy = false;
    }
  }

  /** Rename the class; the caller shows errors. */
  async rename(name: string): Promise<void> {
    await this.#post({ do: 'rename', name });
  }

  async endLesson(): Promise<void> {
    this.#latest = null;
    await this.command({ do: 'end-lesson' });
    this.#shown = '';
  }

  async #post(body: AnyTeacherRequest): Promise<void> {
    this.view = await post('/api/classrooms/{code}/commands', { path: { code: this.code }, body });
  }

  // ---- Socket -------------------------------------------------------------------------------------------------------

  #take(view: ClassroomView): void {
    this.view = view;
    if ((view.teaching || view.joined) && !this.#closed) {
      this.#socket.connect();
    }
  }

  #receive(message: ClassroomSocketMessage): void {
    this.#socket.resetBackoff();
    if (message.type === 'board') {
      this.board = message;
      if (this.#sending === null && this.#latest !== null) {
        this.elsewhere = !isShown(this.#latest, message);
      }
    } else if (message.type === 'tally') {
      this.tally = message;
    } else if (message.type === 'answer') {
      this.own = message;
    }
  }

  /** Return whether to reconnect. */
  #lose(closeCode: number): boolean {
    if (closeCode === NOT_IN_THE_CLASS || closeCode === LOGGED_OUT) {
      const joined = this.view?.joined && !this.#leaving;
      this.board = null;
      void this.load().then(() => joined && this.view?.joined === false && toasts.show(t('class.removed')));
      return false;
    }
    return true;
  }
}

/** Return whether a class sees the position of a request. */
function isShown({ game, moves, title }: ShowRequest, { shown }: ClassBoardMessage): boolean {
  return JSON.stringify([game, moves, title]) === JSON.stringify([shown?.game, shown?.moves, shown?.title]);
}
