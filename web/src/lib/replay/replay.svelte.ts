/**
 * State of a replay: current position, steps in both directions, and automatic playback. All effects are loaded with
 * the game; marks and scores of a position are loaded when the replay stops there.
 */

import type { BoardHandle } from '#lib/board/contract.ts';
import { piecesByPly } from '#lib/matches/playback/pieces.ts';
import { lastPly, turnEndFrom, turnEnds } from '#lib/matches/turns/turns.ts';
import { get } from '#lib/net/client.ts';
import { errorText } from '#lib/net/errorText.ts';
import type { Effect, Piece, PositionDetailView, ReplayView, TurnView } from '#lib/net/types.ts';
import { isOneTurn, PAUSES_MS, type ReplaySpeed } from './speed.ts';

export class Replay {
  readonly view: ReplayView;
  readonly turns: TurnView[];
  readonly #pieces: Piece[][];
  readonly #details = new Map<number, PositionDetailView>();

  /** Number of moves played in the shown position. */
  ply = $state(0);
  pieces = $state.raw<Piece[]>([]);
  last = $state.raw<Effect[]>([]);
  /** Marks and scores of the position; loaded after the pieces are shown. */
  detail = $state.raw<PositionDetailView | null>(null);
  playing = $state(false);
  pace = $state<ReplaySpeed>('normal');
  error = $state('');
  board: BoardHandle | null = null;
  /** Number of requests; only the response to the latest one is used. */
  #wanted = 0;
  /** Destination of the running step; the next step starts from it. */
  #target: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: ReplayView, ply: number) {
    this.view = view;
    this.turns = view.state.turns;
    this.#pieces = piecesByPly(view);
    void this.go(ply, false);
  }

  get end(): number {
    return this.view.state.ply;
  }

  /** Plies of the start and after each turn. */
  get turnEnds(): number[] {
    return turnEnds(this.turns);
  }

  /** Index of the current or last passed turn end. */
  get at(): number {
    const before = this.turnEnds.findIndex((stop) => stop >= this.ply);
    return before < 0 ? this.turnEnds.length - 1 : before;
  }

  /** Step by turns. */
  step(by: number, moving = true): Promise<void> {
    return this.go(turnEndFrom(this.turns, this.#target ?? this.ply, by), moving);
  }

  /** Go to a ply. Moves within one turn are animated; longer distances are not. */
  async go(ply: number, moving: boolean): Promise<void> {
    const order = ++this.#wanted;
    const to = Math.min(Math.max(0, ply), this.end);
    const from = this.ply;
    this.#target = to;
    this.board?.skip();
    this.detail = null;
    if (moving && isOneTurn(this.turns, from, to)) {
      await this.#walk(from, to, order);
    }
    if (order !== this.#wanted) {
      return;
    }
    this.ply = to;
    this.#target = null;
    this.pieces = this.#pieces[to] ?? [];
    this.last = this.#lastEffects(to);
    await this.#loadDetail(to, order);
  }

  /** Play automatically; at the end, restart. */
  play(): void {
    this.playing = true;
    const go = this.ply >= this.end ? this.go(0, false) : Promise.resolve();
    void go.then(() => {
      if (this.playing) {
        this.#wait();
      }
    });
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.pause();
    this.#wanted += 1;
    this.board?.skip();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.step(1).then(() => {
        if (this.playing && this.ply < this.end) {
          this.#wait();
        } else {
          this.playing = false;
        }
      });
    }, PAUSES_MS[this.pace]);
  }

  #lastEffects(ply: number): Effect[] {
    const turn = this.turns.find((one) => lastPly(one) >= ply && (one.moves[0]?.ply ?? 0) <= ply);
    return (turn?.moves ?? [])
      .filter((move) => move.ply <= ply)
      .flatMap((move) => this.view.effects[move.ply - 1] ?? []);
  }

  async #walk(from: number, to: number, order: number): Promise<void> {
    const by = to > from ? 1 : -1;
    this.last = [];
    for (let at = from; at !== to && order === this.#wanted; at += by) {
      await this.board?.play(this.view.effects[by > 0 ? at : at - 1] ?? [], { backwards: by < 0, live: by > 0 });
      if (order === this.#wanted) {
        this.pieces = this.#pieces[at + by] ?? [];
      }
    }
  }

  async #loadDetail(ply: number, order: number): Promise<void> {
    try {
      const found =
        this.#details.get(ply) ??
        (await get('/api/matches/{match}/plies/{ply}', { path: { match: this.view.match.id, ply } }));
      this.#details.set(ply, found);
      if (order === this.#wanted) {
        this.detail = found;
        this.error = '';
      }
    } catch (error) {
      if (order === this.#wanted) {
        this.error = errorText(error);
      }
    }
  }
}
