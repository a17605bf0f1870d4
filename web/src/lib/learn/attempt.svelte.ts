/**
 * An attempt at a puzzle or a lesson step: the position, the moves played and the verdict. The server judges every
 * move.
 */

import type { BoardHandle } from '#lib/board/contract.ts';
import { post } from '#lib/net/client.ts';
import type {
  AttemptView,
  Effect,
  LegalMoveView,
  MarkView,
  Pick,
  PositionDetailView,
  PositionRequest,
} from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import type { Exercise } from './exercise.ts';

export type Verdict = AttemptView['verdict'] | 'shown' | null;
export type OnVerdict = (verdict: 'solved' | 'wrong' | 'helped') => void;

export class Attempt {
  readonly start: PositionDetailView;
  detail: PositionDetailView;
  last = $state.raw<Effect[]>([]);
  /** Highlighted sites. */
  aids = $state.raw<MarkView[]>([]);
  /** Effects of a suggested turn, drawn as arrows. */
  hint = $state.raw<Effect[][]>([]);
  busy = $state(false);
  verdict = $state<Verdict>(null);
  message = $state('');
  /** A wrong turn and its refutation are shown until the person tries again. */
  refuted = $state(false);
  board: BoardHandle | null = null;
  readonly #exercise: Exercise;
  readonly #onVerdict: OnVerdict;
  #moves: string[] = [];
  /** The state before a wrong turn. */
  #before: AttemptView | null = null;
  /** Effects of the moves of the current turn. */
  #turn: Effect[][] = [];
  /** Incremented by every start, so that outdated responses can be ignored. */
  #era = 0;

  constructor(exercise: Exercise, start: PositionDetailView, onVerdict: OnVerdict) {
    this.#exercise = exercise;
    this.start = start;
    this.detail = $state.raw(start);
    this.#onVerdict = onVerdict;
  }

  get over(): boolean {
    return this.verdict === 'solved' || this.verdict === 'shown';
  }

  get legal(): LegalMoveView[] {
    return this.over || this.refuted ? [] : this.detail.position.legal;
  }

  async play(move: LegalMoveView): Promise<void> {
    await this.#do(async (current) => {
      const tried = await this.#exercise.attempt([...this.#moves, move.text]);
      if (!current()) {
        return;
      }
      this.#clearHighlights();
      this.last = [];
      await this.board?.play(tried.effects);
      this.#turn = [...this.#turn, tried.effects];
      if (tried.verdict === 'wrong') {
        this.verdict = 'wrong';
        this.message = tried.text;
        this.#onVerdict('wrong');
        this.#before = tried;
        await (this.#exercise.refute ? this.#refute(move.text, current) : this.#goBack(current));
        return;
      }
      await this.#show(tried.answers, current);
      if (current()) {
        this.#settle(tried);
      }
    });
  }

  /** Show the refutation of a wrong turn. */
  async #refute(last: string, current: () => boolean): Promise<void> {
    const refutation = await this.#exercise.refute?.([...this.#moves, last]);
    if (!refutation || !current()) {
      return;
    }
    this.message = refutation.text;
    await this.#show(refutation.effects, current);
    if (current()) {
      this.#turn = [...this.#turn, ...refutation.effects];
      this.detail = refutation.position;
      this.last = refutation.effects.flat();
      this.refuted = true;
    }
  }

  /** Return to the position before the wrong turn. */
  async retry(): Promise<void> {
    await this.#do((current) => this.#goBack(current));
  }

  async #goBack(current: () => boolean): Promise<void> {
    const before = this.#before;
    if (before === null) {
      return;
    }
    this.last = [];
    for (const effects of this.#turn.toReversed()) {
      if (current()) {
        await this.board?.play(effects, { backwards: true, live: false });
      }
    }
    if (current()) {
      this.#before = null;
      this.refuted = false;
      this.#settle(before);
    }
  }

  async #show(moves: readonly Effect[][], current: () => boolean): Promise<void> {
    for (const effects of moves) {
      if (current()) {
        await this.board?.play(effects);
      }
    }
  }

  #settle(tried: AttemptView): void {
    const answered = tried.answers.flat();
    this.last = answered.length > 0 ? answered : tried.verdict === 'wrong' ? [] : this.#turn.flat();
    this.detail = tried.position;
    this.#moves = tried.moves;
    if (tried.verdict !== 'open') {
      this.#turn = [];
      this.verdict = tried.verdict;
    }
    // A wrong turn has been announced already.
    if (tried.verdict === 'right' || tried.verdict === 'solved') {
      this.message = tried.text;
    }
    if (tried.verdict === 'solved') {
      this.#onVerdict('solved');
    }
  }

  /** Complete a step that has no task. */
  async read(): Promise<void> {
    await this.#do(async () => {
      await this.#exercise.attempt([]);
      this.#onVerdict('solved');
    });
  }

  async help(): Promise<void> {
    await this.#do(async (current) => {
      await this.#goBack(current);
      const hint = await this.#exercise.hint?.(this.#moves);
      if (hint && current()) {
        this.#onVerdict('helped');
        this.message = hint.text;
        this.verdict = null;
        this.aids = [{ kind: 'hint', label: '', sites: hint.sites, seat: null, n: null, of: null, beam: null }];
      }
    });
  }

  /** Play the solution to its end; `say` formats its turns as a sentence. */
  async reveal(say: (turns: string[]) => string): Promise<void> {
    await this.#do(async (current) => {
      await this.#goBack(current);
      const solution = await this.#exercise.solve?.(this.#moves);
      if (!solution || !current()) {
        return;
      }
      this.#onVerdict('helped');
      this.#clearHighlights();
      this.last = [];
      this.verdict = 'shown';
      this.message = say(solution.turns);
      await this.#show(solution.effects, current);
      if (current()) {
        this.detail = solution.position;
        this.last = solution.effects.at(-1) ?? [];
        this.#moves = solution.moves;
      }
    });
  }

  restart(): void {
    this.leave();
    this.busy = false;
    this.detail = { ...this.start };
    this.last = [];
    this.refuted = false;
    this.#before = null;
    this.#moves = [];
    this.#turn = [];
    this.verdict = null;
    this.message = '';
    this.#clearHighlights();
  }

  /** Ignore everything that is still pending. */
  leave(): void {
    this.#era += 1;
    this.board?.skip();
  }

  /** Highlight a turn or sites, with a text. */
  highlight(effects: Effect[][], sites: number[], message: string): void {
    this.hint = effects;
    this.aids = sites.length ? [{ kind: 'hint', label: '', sites, seat: null, n: null, of: null, beam: null }] : [];
    this.message = message;
    this.verdict = null;
  }

  async explain(picks: Pick[]): Promise<string> {
    try {
      return (await post('/api/positions/explain', { body: { position: this.#here(), picks } })).text.text;
    } catch (error) {
      toasts.error(error);
      return '';
    }
  }

  async preview(move: LegalMoveView): Promise<Effect[]> {
    try {
      return (await post('/api/positions/effects', { body: this.#here(), query: { move: move.text } })).effects;
    } catch {
      return []; // A missing preview does not matter.
    }
  }

  #here(): PositionRequest {
    return { share: this.start.share, moves: this.#moves };
  }

  #clearHighlights(): void {
    this.aids = [];
    this.hint = [];
  }

  async #do(act: (current: () => boolean) => Promise<void>): Promise<void> {
    if (this.busy) {
      return;
    }
    const era = this.#era;
    const current = () => era === this.#era;
    this.busy = true;
    try {
      await act(current);
    } catch (error) {
      if (current()) {
        toasts.error(error);
        await this.#goBack(current);
        this.detail = { ...this.detail };
      }
    } finally {
      if (current()) {
        this.busy = false;
      }
    }
  }
}
