/**
 * Demo boards: positions that play a random move every few seconds. They pause when hidden, after inactivity, in low
 * power mode and with reduced motion.
 */
import { post } from '#lib/net/client.ts';
import type { PositionDetailView } from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';

export const STEP_MS = 3600;
export const IDLE_LIMIT_MS = 20_000;
/** Number of moves before a board restarts. */
export const MAX_MOVES = 14;

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

/** Return whether boards may move now. */
export function mayAnimate(now: { hidden: boolean; idle: number; lowPower: boolean; motion: string }): boolean {
  return !now.hidden && now.idle < IDLE_LIMIT_MS && !now.lowPower && now.motion !== 'off';
}

/** One demo board: a position, and steps from move to move. */
export class DemoBoard {
  share = $state('');
  #first: string;
  #detail: PositionDetailView | null = null;
  #moves = 0;
  #busy = false;

  constructor(share: string) {
    this.#first = share;
    this.share = share;
  }

  /** Play a random legal move; restart at the end. Does nothing while a step is pending. */
  async step(choose: (n: number) => number = (n) => Math.floor(Math.random() * n)): Promise<void> {
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    try {
      const legal = this.#detail?.position.legal ?? [];
      const again = this.#detail === null || legal.length === 0 || this.#moves >= MAX_MOVES;
      this.#detail = await post('/api/positions', {
        body: again ? { share: this.#first } : { share: this.share, moves: [legal[choose(legal.length)]!.text] },
      });
      this.#moves = again ? 0 : this.#moves + 1;
      this.share = this.#detail.share;
    } catch {
      // Ignored: decoration only. ConnectionNotice reports an unreachable server.
    } finally {
      this.#busy = false;
    }
  }
}

/** Step the visible boards in turn; return a function that stops. `seen` returns whether a board is visible. */
export function runDemoBoards(boards: DemoBoard[], seen: (board: DemoBoard) => boolean): () => void {
  let touched = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  const live = () =>
    mayAnimate({
      hidden: document.hidden,
      idle: performance.now() - touched,
      lowPower: settings.lowPower,
      motion: settings.motion,
    });
  const beat = () => {
    timer = undefined;
    if (!live()) {
      return;
    }
    const board = boards[turn++ % boards.length];
    if (board && seen(board)) {
      void board.step();
    }
    wait();
  };
  const wait = () => {
    timer ??= setTimeout(beat, STEP_MS / boards.length);
  };
  const touch = () => {
    touched = performance.now();
    if (boards.length) {
      wait();
    }
  };

  for (const event of ACTIVITY_EVENTS) {
    window.addEventListener(event, touch, { passive: true });
  }
  document.addEventListener('visibilitychange', touch);
  touch();
  return () => {
    clearTimeout(timer);
    for (const event of ACTIVITY_EVENTS) {
      window.removeEventListener(event, touch);
    }
    document.removeEventListener('visibilitychange', touch);
  };
}
