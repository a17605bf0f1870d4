/** Clock readings. The server sends the state at a moment of its own time; the page extrapolates from it. */
import type { Clock, ClockView, Limit } from '#lib/net/types.ts';
import { numberText, ONE_DECIMAL } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';

/** Below this, a clock is highlighted. */
export const LOW_TIME_MS = 20_000;
const DAY_S = 24 * 60 * 60;

export interface SeatTimes {
  /** Time left; null without a limit. */
  left: number | null;
  /** Total time used. */
  used: number;
  /** Time used for this turn; 0 for seats that are not to move. */
  turn: number;
  running: boolean;
  low: boolean;
}

/** Return the times of all seats at a moment of the server's time. */
export function timesAt(clock: ClockView, seat: number, now: number): SeatTimes[] {
  const passed = clock.since === null ? 0 : Math.max(0, now - clock.since);
  return clock.used.map((used, n) => {
    const moving = n === seat;
    const stored = clock.left[n] ?? null;
    const left = stored === null ? null : Math.max(0, stored - (moving ? passed : 0));
    const running = moving && clock.since !== null;
    return {
      left,
      used: used + (moving ? passed : 0),
      turn: moving ? clock.turn + passed : 0,
      running,
      low: left !== null && left < LOW_TIME_MS && running,
    };
  });
}

/** Return whether the clock counts down while a player sits at the board: days for a turn do not. */
export function countsDown(clock: Clock): boolean {
  return clock.kind === 'down' && !isCorrespondence(clock);
}

/** Return whether each turn may take a day or more. */
export function isCorrespondence(clock: Clock): boolean {
  return (
    clock.kind === 'down' &&
    (clock.limits ?? []).every((limit) => limit.base == null && (limit.per_turn ?? 0) >= DAY_S * 1000)
  );
}

/**
 * Return a duration: 0:07, 12:30, 1:02:03; with tenths in the last ten seconds of a countdown. Time left is rounded up,
 * so that 0:00 means none; time used is rounded down. From a day on: 2 d 5 h.
 */
export function clockText(time: number, down = false): string {
  if (down && time < 10_000 && time > 0) {
    const tenths = Math.ceil(time / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`.replace('0:010.0', '0:10');
  }
  const seconds = down ? Math.ceil(time / 1000) : Math.floor(time / 1000);
  if (seconds >= DAY_S) {
    const [days, hours] = [Math.floor(seconds / DAY_S), Math.floor((seconds % DAY_S) / 3600)];
    return hours ? t('match.clock.days-hours', { days, hours }) : t('match.clock.days', { days });
  }
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Return a clock in words: "5:00 + 3 s", "0:30 per turn", "3 days per turn", "10:00 / 5:00" or "No clock". */
export function clockTerms(clock: Clock): string {
  if (clock.kind !== 'down' || !clock.limits?.length) {
    return t('lobby.clock.none');
  }
  return [...new Set(clock.limits.map(limitTerms))].join(' / ');
}

function limitTerms({ base, increment, per_turn }: Limit): string {
  if (base != null) {
    return increment ? `${clockText(base)} + ${increment / 1000} s` : clockText(base);
  }
  const days = (per_turn ?? 0) / (DAY_S * 1000);
  return Number.isInteger(days)
    ? t('tournament.clock.days', { n: days })
    : t('lobby.clock.turn', { time: clockText(per_turn ?? 0) });
}

/** Return a thinking time: 0.4 s, 12.5 s, 2:05. */
export function thinkingTimeText(time: number): string {
  return time < 59_950 ? `${numberText(time / 1000, ONE_DECIMAL)} s` : clockText(time);
}
