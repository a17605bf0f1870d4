/** Turns that the viewer leaves for later, as they are entered on a board. */
import { get, post, put } from '#lib/net/client.ts';
import type { LegalMoveView, PlanView, PositionDetailView, PositionRequest } from '#lib/net/types.ts';
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
  /** The position after these turns. */
  detail = $state.raw<PositionDetailView | null>(null);
  premoves = $state.raw<LegalMoveView[]>([]);
  loaded = $state(false);
  busy = $state(false);
  /** Moves of a turn that is not complete. */
  #partial: string[] = [];
  readonly #played: string[];
  readonly seat: number;

  constructor(readonly view: View) {
    this.seat = ownSeats(view)[0] ?? 0;
    this.#played = view.turns.filter((turn) => turn.complete).flatMap((turn) => turn.moves.map((move) => move.text));
  }

  async load(): Promise<void> {
    const path = { match: this.view.match.id };
    try {
      const [plan, premoves, detail] = await Promise.all([
        get('/api/matches/{match}/plan', { path }),
        get('/api/matches/{match}/premoves', { path }),
        post('/api/positions', { body: this.#request([], []) }),
      ]);
      this.lines = plan.lines;
      this.premove = plan.premove;
      this.premoves = premoves;
      this.detail = detail;
      this.loaded = true;
    } catch (error) {
      toasts.error(error);
    }
  }

  /** Play a move on the board of the plan. */
  async play(move: Pick<LegalMoveView, 'text'>): Promise<void> {
    await this.#change(async () => {
      const body = this.#request(this.path, this.#partial);
      const answer = await post('/api/positions/effects', { body, query: { move: move.text } });
      const moves = [...this.#partial, move.text];
      if (!answer.turn_over) {
        await this.#show(this.path, moves);
        return;
      }
      const own = this.detail?.position.seat === this.seat;
      await this.#show([...this.path, { text: answer.turn, own, moves }]);
      if (own) {
        this.lines = addLine(this.lines, this.path);
        this.premove = '';
      }
    });
  }

  /** Go back by one turn, or to the beginning of an incomplete one. */
  async back(): Promise<void> {
    await this.#change(() => this.#show(this.#partial.length ? this.path : this.path.slice(0, -1)));
  }

  async restart(): Promise<void> {
    await this.#change(() => this.#show([]));
  }

  remove(line: string[]): void {
    this.lines = this.lines.filter((one) => one !== line);
  }

  setPremove(text: string): void {
    this.premove = text;
    this.lines = [];
  }

  /** Store the plan and return it; null if that was not possible. */
  async save(): Promise<PlanView | null> {
    const { match, state } = this.view;
    try {
      return await put('/api/matches/{match}/plan', {
        path: { match: match.id },
        body: { ply: state.ply, lines: this.lines, premove: this.premove },
      });
    } catch (error) {
      toasts.error(error);
      return null;
    }
  }

  async explain(picks: (number | string)[]): Promise<string> {
    const answer = await post('/api/positions/explain', {
      body: { position: this.#request(this.path, this.#partial), picks },
    });
    return answer.text.text;
  }

  /** Make a change, unless another one is being made. */
  async #change(make: () => Promise<void>): Promise<void> {
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      await make();
    } catch (error) {
      toasts.error(error);
    } finally {
      this.busy = false;
    }
  }

  /** Show the position after some turns and the first moves of another; both change together. */
  async #show(path: EnteredTurn[], partial: string[] = []): Promise<void> {
    this.detail = await post('/api/positions', { body: this.#request(path, partial) });
    this.path = path;
    this.#partial = partial;
  }

  #request(path: EnteredTurn[], partial: string[]): PositionRequest {
    const { game, options, start } = this.view.match;
    const moves = [...this.#played, ...path.flatMap((turn) => turn.moves), ...partial];
    return { game, options, text: start, moves };
  }
}
