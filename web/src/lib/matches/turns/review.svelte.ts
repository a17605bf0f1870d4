/** Review of an earlier position: the board is locked while the game continues. */

import type { BoardHandle } from '#lib/board/contract.ts';
import { get } from '#lib/net/client.ts';
import type { Effect, Piece, PositionDetailView, ReplayView } from '#lib/net/types.ts';
import { piecesByPly } from '../playback/pieces.ts';
import type { View } from '../view.ts';
import { turnEndFrom } from './turns.ts';

export class Review {
  /** Ply of the shown position; null for the live one. */
  ply = $state<number | null>(null);
  pieces = $state.raw<Piece[]>([]);
  last = $state.raw<Effect[]>([]);
  /** Marks and scores of the position; loaded after the pieces are shown. */
  detail = $state.raw<PositionDetailView | null>(null);
  /** Whether a move is being animated. */
  busy = $state(false);
  board: BoardHandle | null = null;
  #replay: { version: number; view: ReplayView; pieces: Piece[][] } | null = null;
  /** Number of requests; only the response to the latest one is used. */
  #lastRequest = 0;
  /** Destination of the running step; the next step starts from it. */
  #target: number | null = null;

  get on(): boolean {
    return this.ply !== null;
  }

  /** Step by turns, even from the live position. After the last turn comes the live position. */
  step(view: View, by: number, moving: boolean): Promise<void> {
    const from = this.#target ?? this.ply ?? view.state.ply;
    return this.go(view, turnEndFrom(view.turns, from, by), moving);
  }

  /** Go to a ply; the last one is live. */
  async go(view: View, ply: number, moving: boolean): Promise<void> {
    const request = ++this.#lastRequest;
    this.#target = ply;
    this.board?.skip();
    const { view: replay, pieces } = await this.#load(view);
    if (request !== this.#lastRequest) {
      return;
    }
    const live = view.state.ply;
    const from = Math.min(this.ply ?? live, live);
    if (this.ply === null && ply < live) {
      this.pieces = pieces[live] ?? [];
      this.ply = live;
    }
    this.detail = null;
    const turns = view.turns.filter((turn) => turn.moves.some((move) => move.ply > Math.min(from, ply)));
    if (moving && turns.filter((turn) => (turn.moves[0]?.ply ?? 0) <= Math.max(from, ply)).length === 1) {
      await this.#walk(replay, pieces, from, ply, request);
    }
    if (request !== this.#lastRequest) {
      return;
    }
    if (ply >= live) {
      this.close();
      return;
    }
    this.ply = ply;
    this.#target = null;
    this.pieces = pieces[ply] ?? [];
    const turn = view.turns.find((one) => one.moves.some((move) => move.ply === ply));
    this.last = (turn?.moves ?? [])
      .filter((move) => move.ply <= ply)
      .flatMap((move) => replay.effects[move.ply - 1] ?? []);
    const detail = await get('/api/matches/{match}/plies/{ply}', { path: { match: view.match.id, ply } });
    if (request === this.#lastRequest) {
      this.detail = detail;
    }
  }

  /** Return to the live position. */
  close(): void {
    this.#lastRequest += 1;
    this.#target = null;
    this.board?.skip();
    this.ply = null;
    this.detail = null;
    this.busy = false;
  }

  /** Animate the moves between two plies, forwards or backwards. */
  async #walk(replay: ReplayView, pieces: Piece[][], from: number, to: number, request: number): Promise<void> {
    const by = to > from ? 1 : -1;
    this.busy = true;
    this.last = [];
    for (let at = from; at !== to && request === this.#lastRequest; at += by) {
      const effects = replay.effects[by > 0 ? at : at - 1] ?? [];
      await this.board?.play(effects, { backwards: by < 0, live: false });
      if (request === this.#lastRequest) {
        this.pieces = pieces[at + by] ?? [];
      }
    }
    if (request === this.#lastRequest) {
      this.busy = false;
    }
  }

  async #load(view: View) {
    if (this.#replay === null || this.#replay.version !== view.state.version) {
      const replay = await get('/api/matches/{match}/replay', { path: { match: view.match.id } });
      this.#replay = { version: view.state.version, view: replay, pieces: piecesByPly(replay) };
    }
    return this.#replay;
  }
}
