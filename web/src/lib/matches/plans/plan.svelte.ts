/** Turns that the viewer leaves for later, as they are entered on a board. */
import { get, post, put } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { LegalMoveView, PositionDetailView, PositionRequest } from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ownSeats, type View } from '../view.ts';
import { addLine, type PlannedTurn } from './lines.ts';

interface EnteredTurn extends PlannedTurn {
  moves: string[];
}

export class PlanModel {
  lines = $state.raw<string[][]>([]);
  premove = $state('');
  /** Turns entered since the running turn began. */
  path = $state.raw<EnteredTurn[]>([]);
  detail = $state.raw<PositionDetailView | null>(null);
  premoves = $state.raw<LegalMoveView[]>([]);
  busy = $state(false);
  /** Moves of a turn that is not complete. */
  #partial: string[] = [];
  readonly #walks = new LatestRequest();
  readonly #played: string[];
  readonly seat: number;

  constructor(readonly view: View) {
    this.seat = ownSeats(view)[0] ?? 0;
    this.#played = view.turns.filter((turn) => turn.complete).flatMap((turn) => turn.moves.map((move) => move.text));
  }

  async load(): Promise<void> {
    const path = { match: this.view.match.id };
    try {
      const [plan, premoves] = await Promise.all([
        get('/api/matches/{match}/plan', { path }),
        get('/api/matches/{match}/premoves', { path }),
        this.#show(),
      ]);
      this.lines = plan.lines;
      this.premove = plan.premove;
      this.premoves = premoves;
    } catch (error) {
      toasts.error(error);
    }
  }

  /** Play a move on the board of the plan. */
  async play(move: Pick<LegalMoveView, 'text'>): Promise<void> {
    if (this.busy || this.detail === null) {
      return;
    }
    this.busy = true;
    const own = this.detail.position.seat === this.seat;
    try {
      const answer = await post('/api/positions/effects', { body: this.#request(), query: { move: move.text } });
      this.#partial = [...this.#partial, move.text];
      if (answer.turn_over) {
        this.path = [...this.path, { text: answer.turn, own, moves: this.#partial }];
        this.#partial = [];
        if (own) {
          this.lines = addLine(this.lines, this.path);
          this.premove = '';
        }
      }
      await this.#show();
    } catch (error) {
      toasts.error(error);
    } finally {
      this.busy = false;
    }
  }

  /** Go back by one turn, or to the beginning of an incomplete one. */
  async back(): Promise<void> {
    this.path = this.#partial.length ? this.path : this.path.slice(0, -1);
    this.#partial = [];
    await this.#show();
  }

  async restart(): Promise<void> {
    this.path = [];
    this.#partial = [];
    await this.#show();
  }

  remove(line: string[]): void {
    this.lines = this.lines.filter((one) => one !== line);
  }

  setPremove(text: string): void {
    this.premove = text;
    this.lines = [];
  }

  /** Store the plan; return whether that was possible. */
  async save(): Promise<boolean> {
    const { match, state } = this.view;
    try {
      await put('/api/matches/{match}/plan', {
        path: { match: match.id },
        body: { ply: state.ply, lines: this.lines, premove: this.premove },
      });
      return true;
    } catch (error) {
      toasts.error(error);
      return false;
    }
  }

  async explain(picks: (number | string)[]): Promise<string> {
    const answer = await post('/api/positions/explain', { body: { position: this.#request(), picks } });
    return answer.text.text;
  }

  async #show(): Promise<void> {
    const isLatest = this.#walks.begin();
    const detail = await post('/api/positions', { body: this.#request() });
    if (isLatest()) {
      this.detail = detail;
    }
  }

  #request(): PositionRequest {
    const { game, options, start } = this.view.match;
    const moves = [...this.#played, ...this.path.flatMap((turn) => turn.moves), ...this.#partial];
    return { game, options, text: start, moves };
  }
}
