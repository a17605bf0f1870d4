/** Update the clocks of a match; a timer runs only while a clock does. */
import type { MatchStateView } from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { shouldTick } from '../play/sounds.ts';
import { type SeatTimes, timesAt } from './clock.ts';

const UPDATE_INTERVAL_MS = 200;

export interface Listener {
  /** The time of the seat to move has run out. Told once for a position. */
  out(ply: number): void;
  /** One of the last seconds has passed. */
  tick(): void;
}

export class RunningClocks {
  /** The server's time. */
  #now = $state(0);
  #state: MatchStateView | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #told = -1;

  constructor(
    private readonly serverTime: () => number,
    private readonly listener: Listener,
  ) {}

  /** What the clocks show. */
  of(state: MatchStateView): SeatTimes[] {
    return timesAt(state.clock, state.position.seat, this.#now);
  }

  /** Takes up how a match stands now. */
  follow(state: MatchStateView): void {
    this.#state = state;
    this.#now = this.serverTime();
    const running = state.clock.since !== null && state.status === 'running';
    if (running) {
      this.#timer ??= setInterval(() => this.#wake(), UPDATE_INTERVAL_MS);
    } else {
      this.close();
    }
  }

  close(): void {
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
      this.listener.tick();
    }
    if (left() === 0 && this.#told !== state.version) {
      this.#told = state.version;
      this.listener.out(state.ply);
    }
  }
}
