/** Update the clocks of a match; a timer runs only while a clock does. */
import type { MatchStateView } from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { shouldTick } from '../play/sounds.ts';
import { type SeatTimes, timesAt } from './clock.ts';

const UPDATE_INTERVAL_MS = 200;

export interface ClockListener {
  /** Handle the end of the time of the seat to move, once per position. */
  ontimeout(ply: number): void;
  /** Handle each of the last seconds. */
  ontick(): void;
}

export class RunningClocks {
  /** Current time of the server. */
  #now = $state(0);
  #state: MatchStateView | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #reported = -1;

  constructor(
    private readonly serverTime: () => number,
    private readonly listener: ClockListener,
  ) {}

  /** Return the times to show. */
  of(state: MatchStateView): SeatTimes[] {
    return timesAt(state.clock, state.position.seat, this.#now);
  }

  /** Update the clocks to a new state. */
  follow(state: MatchStateView): void {
    this.#state = state;
    this.#now = this.serverTime();
    const running = state.clock.since !== null && state.status === 'running';
    if (running) {
      this.#timer ??= setInterval(() => this.#wake(), UPDATE_INTERVAL_MS);
    } else {
      this.stop();
    }
  }

  /** Stop the clocks where they are until `follow` is called. */
  stop(): void {
    if (this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #wake(): void {
    const state = this.#state;
    if (state === null) {
      return;
    }
    const left = () => this.of(state)[state.position.seat]?.left ?? null;
    const before = left();
    this.#now = this.serverTime();
    if (shouldTick(before, left(), settings.clockWarning)) {
      this.listener.ontick();
    }
    if (left() === 0 && this.#reported !== state.version) {
      this.#reported = state.version;
      this.listener.ontimeout(state.ply);
    }
  }
}
