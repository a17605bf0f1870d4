/** Clock of the set-up form: typed times and their validation. */
import type { ClockRequest, TimeLimitRequest } from '#lib/net/types.ts';

export type ClockKind = 'none' | 'up' | 'down' | 'turn' | 'days';

export interface TimesDraft {
  /** Time for the whole game, `m:ss` or minutes. */
  base: string;
  /** Seconds added after each turn. */
  increment: string;
  /** Time for one turn, `m:ss` or minutes; "" for no limit. */
  turn: string;
}

export interface ClockDraft {
  kind: ClockKind;
  /** Whether each seat has its own times. */
  each: boolean;
  /** The first applies to all seats unless `each` is set. */
  times: TimesDraft[];
  /** Days for each turn of a correspondence game. */
  days: number;
}

export const MIN_TIME_MS = 5_000;
export const MAX_TIME_MS = 24 * 60 * 60_000;
export const MAX_INCREMENT_S = 600;
/** Increments that forms with a list of times offer, in seconds. */
export const INCREMENTS_S = [0, 1, 2, 3, 5, 10, 15, 30];
export const DAYS_PER_TURN = [1, 2, 3, 5, 7, 14];
export const DAY_MS = 24 * 60 * 60_000;

export function newTimes(): TimesDraft {
  return { base: '10:00', increment: '5', turn: '0:30' };
}

export function newClock(): ClockDraft {
  return { kind: 'none', each: false, times: [newTimes()], days: 3 };
}

export function restoreClock(kept: unknown): ClockDraft {
  const fresh = newClock();
  if (typeof kept !== 'object' || kept === null) {
    return fresh;
  }
  const { kind, each, times, days } = kept as Record<string, unknown>;
  if (!Array.isArray(times) || !times.length || !times.every(isTimes)) {
    return fresh;
  }
  const known = (['none', 'up', 'down', 'turn', 'days'] as const).find((one) => one === kind);
  return {
    kind: known ?? 'none',
    each: each === true,
    times: times.map((one) => ({ ...one })),
    days: DAYS_PER_TURN.find((one) => one === days) ?? fresh.days,
  };
}

function isTimes(value: unknown): value is TimesDraft {
  const times = value as TimesDraft | null;
  return [times?.base, times?.increment, times?.turn].every((text) => typeof text === 'string');
}

/** Return the milliseconds of `m:ss`, `h:mm:ss` or decimal minutes, or null. */
export function parseTime(text: string): number | null {
  const entry = text.trim();
  const parts = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{2})$/.exec(entry);
  if (parts) {
    const [hours, minutes, seconds] = [Number(parts[1] ?? 0), Number(parts[2]), Number(parts[3])];
    return seconds < 60 && (parts[1] === undefined || minutes < 60)
      ? (3600 * hours + 60 * minutes + seconds) * 1000
      : null;
  }
  return /^(\d{1,4}([.,]\d{1,4})?|[.,]\d{1,4})$/.test(entry)
    ? Math.round(Number(entry.replace(',', '.')) * 60_000)
    : null;
}

export type TimeError = 'unreadable' | 'range' | '';

export function timeError(text: string): TimeError {
  const time = parseTime(text);
  if (time === null) {
    return 'unreadable';
  }
  return time < MIN_TIME_MS || time > MAX_TIME_MS ? 'range' : '';
}

export function incrementError(text: string): TimeError {
  if (!/^\d{1,4}([.,]\d{1,3})?$/.test(text.trim())) {
    return 'unreadable';
  }
  return Number(text.replace(',', '.')) > MAX_INCREMENT_S ? 'range' : '';
}

/** Return the times in use: one for all, or one per seat. */
export function timesFor(clock: ClockDraft, seats: number): TimesDraft[] {
  const first = clock.times[0] ?? newTimes();
  return clock.each ? Array.from({ length: seats }, (_, n) => clock.times[n] ?? { ...first }) : [first];
}

export function isClockValid(clock: ClockDraft, seats: number): boolean {
  return timesFor(clock, seats).every((times) => {
    if (clock.kind === 'down') {
      return !timeError(times.base) && !incrementError(times.increment);
    }
    return clock.kind !== 'turn' || !timeError(times.turn);
  });
}

export function clockRequest(clock: ClockDraft, seats: number): ClockRequest {
  if (clock.kind === 'none' || clock.kind === 'up') {
    return { kind: clock.kind };
  }
  if (clock.kind === 'days') {
    return daysRequest(clock.days);
  }
  const limits = timesFor(clock, seats).map(
    (times): TimeLimitRequest =>
      clock.kind === 'turn'
        ? { per_turn: times.turn.trim() }
        : { base: times.base.trim(), increment: Number(times.increment.replace(',', '.')) },
  );
  return { kind: 'down', limits };
}

/** Return the clock with minutes for the game and seconds added after each turn; none without minutes. */
export function minutesRequest(minutes: number, increment: number): ClockRequest {
  return minutes ? { kind: 'down', limits: [{ base: minutes * 60_000, increment }] } : { kind: 'none' };
}

/** Return the clock of a correspondence game: it runs from the start, so that the first player has a deadline, too. */
export function daysRequest(days: number): ClockRequest {
  return { kind: 'down', limits: [{ per_turn: days * DAY_MS }], from_start: true };
}
