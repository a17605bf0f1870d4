/**
 * Play back events on the live board: animate the effects of each move in order, and update the state only after the
 * animation.
 */

import { applyEffects } from '#lib/board/animation/poses.ts';
import type { BoardHandle } from '#lib/board/contract.ts';
import type { Effect, MarkView, MatchEventMessage, Piece } from '#lib/net/types.ts';
import type { BotPace } from '#lib/settings/schema.ts';
import { isMoved, isTakenBack, type View } from '../view.ts';
import { botDelay } from './botDelay.ts';

export interface ShownPosition {
  pieces: Piece[];
  marks: MarkView[];
  /** Effects of the last turn. */
  last: Effect[];
}

/** If more moves than this are queued, only the last ones are animated. */
const MAX_QUEUED_MOVES = 6;

export class Playback {
  /** The match as it is shown: its state follows the board. */
  view = $state.raw<View | null>(null);
  shown = $state.raw<ShownPosition>({ pieces: [], marks: [], last: [] });
  /** Whether an animation is running; the board accepts no clicks meanwhile. */
  busy = $state(false);
  board: BoardHandle | null = null;
  /** Effects of each move that was seen, by ply. */
  #effects = new Map<number, Effect[]>();
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #latest: View | null = null;
  /** When the last animation ended. */
  #lastEnded = 0;
  #skipPause: () => void = () => undefined;

  /** `pace` returns the minimum delay of bots. */
  constructor(private readonly pace: () => BotPace = () => 'normal') {}

  /** Play back events, then show the view; `onevent` is called for each event when it is shown. */
  show(
    events: MatchEventMessage[],
    view: View,
    moving: boolean,
    onevent: (event: MatchEventMessage) => void,
  ): Promise<void> {
    this.#latest = view;
    if (!this.busy && !events.some((event) => isMoved(event) || isTakenBack(event))) {
      // Nothing moves: the board stays usable, and a selected piece stays selected.
      events.forEach(onevent);
      this.#settle(view);
      this.view = view;
      return this.#queue;
    }
    this.#waiting += 1;
    this.busy = true;
    this.#queue = this.#queue.then(async () => {
      const quiet = !moving || this.board === null || this.#waiting > MAX_QUEUED_MOVES;
      const first = quiet ? Number.POSITIVE_INFINITY : events.length - MAX_QUEUED_MOVES;
      for (const [n, event] of events.entries()) {
        if (n >= first && isMoved(event)) {
          await this.#pause(botDelay(event.seat, performance.now() - this.#lastEnded, view, this.pace()));
        }
        onevent(event);
        await this.#showOne(event, n >= first);
        this.#lastEnded = performance.now();
      }
      this.#settle(view);
      this.#waiting -= 1;
      this.busy = this.#waiting > 0;
      this.view = this.busy ? view : this.#latest;
    });
    return this.#queue;
  }

  /** Take a change that needs no animation; it waits for those that do. */
  update(view: View): void {
    this.#latest = view;
    if (!this.busy) {
      this.view = view;
    }
  }

  /** End the running animation immediately. */
  skip(): void {
    this.#skipPause();
    this.board?.skip();
  }

  /** Add the effects of a move that was played before this page was opened. */
  addEffects(ply: number, effects: Effect[], view: View): void {
    this.#effects.set(ply, effects);
    if (!this.busy) {
      this.#settle(view);
    }
  }

  /** Return the plies of the last turn whose effects are unknown. */
  pliesWithoutEffects(view: View): number[] {
    return (view.turns.at(-1)?.moves ?? []).map((move) => move.ply).filter((ply) => !this.#effects.has(ply));
  }

  async #pause(time: number): Promise<void> {
    if (time > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, time);
        this.#skipPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async #showOne(event: MatchEventMessage, moving: boolean): Promise<void> {
    if (isMoved(event)) {
      this.#effects.set(event.ply, event.effects);
      await this.#play(event.effects, moving);
    } else if (isTakenBack(event)) {
      for (const known of [...this.#effects.keys()].filter((ply) => ply > event.ply)) {
        this.#effects.delete(known);
      }
      for (const effects of event.effects) {
        await this.#play(effects, moving);
      }
    }
  }

  async #play(effects: Effect[], moving: boolean): Promise<void> {
    this.shown = { ...this.shown, marks: [], last: [] };
    if (moving) {
      await this.board?.play(effects);
    }
    this.shown = { pieces: applyEffects(this.shown.pieces, effects), marks: [], last: effects };
  }

  #settle(view: View): void {
    const { pieces, marks } = view.state.position;
    const last = (view.turns.at(-1)?.moves ?? []).flatMap((move) => this.#effects.get(move.ply) ?? []);
    this.shown = { pieces, marks, last };
  }
}
