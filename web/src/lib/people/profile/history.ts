/** Statistics over time: games per period, scores and their labels. */

import { classicName, isClassic } from '#lib/matches/players/classicBots.ts';
import type { Day, OpponentResults, ResultTally } from '#lib/net/types.ts';
import { dateText, numberText } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_AFTER_MONDAY = 3;

export type PeriodUnit = 'day' | 'week' | 'month';

/** A day, week or month, and the games played in it. */
export interface Period {
  /** First day, counted from 1970. */
  day: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Return the current day in the reader's time zone. */
export function today(now: number, ahead: number): number {
  return Math.floor((now + ahead * 60_000) / DAY_MS);
}

/** Return the offset of the local time zone from UTC. */
export const utcOffsetMinutes = (now = new Date()): number => -now.getTimezoneOffset();

/** Return the unit with which a chart of all periods is readable. */
export function periodUnit(days: readonly Day[], last: number): PeriodUnit {
  const length = last - (days[0]?.day ?? last);
  return length <= 21 ? 'day' : length <= 200 ? 'week' : 'month';
}

/** Return all periods up to today, including empty ones. */
export function periods(days: readonly Day[], last: number, unit = periodUnit(days, last)): Period[] {
  const first = days[0];
  if (!first) {
    return [];
  }
  const found: Period[] = [];
  for (let day = beginOf(Math.min(first.day, last), unit); day <= last; day = next(day, unit)) {
    found.push({ day, won: 0, drawn: 0, lost: 0 });
  }
  for (const { day, tally } of days) {
    const begin = beginOf(Math.min(day, last), unit);
    const span = found.find((one) => one.day === begin);
    if (span) {
      span.won += tally.won;
      span.drawn += tally.drawn;
      span.lost += tally.lost;
    }
  }
  return found;
}

function beginOf(day: number, unit: PeriodUnit): number {
  if (unit === 'week') {
    return day - ((day + DAYS_AFTER_MONDAY) % 7);
  }
  const date = new Date(day * DAY_MS);
  return unit === 'day' ? day : Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / DAY_MS;
}

function next(day: number, unit: PeriodUnit): number {
  return unit === 'month' ? beginOf(day + 31, unit) : day + (unit === 'week' ? 7 : 1);
}

/** Return the label of a period: a day, the Monday of a week, or a month. */
export function periodText(day: number, unit: PeriodUnit): string {
  const parts =
    unit === 'month' ? ({ month: 'short', year: '2-digit' } as const) : ({ day: 'numeric', month: 'short' } as const);
  return dateText(day * DAY_MS, { ...parts, timeZone: 'UTC' });
}

export const gameCount = (tally: ResultTally): number => tally.won + tally.drawn + tally.lost;

/** Return the percentage of points, with half a point for a draw; "–" without games. */
export function scoreText(tally: ResultTally): string {
  const games = gameCount(tally);
  return games ? numberText((tally.won + tally.drawn / 2) / games, { style: 'percent' }) : '–';
}

export interface OpponentRow {
  key: string;
  name: string;
  /** Whether it is a bot account. */
  bot?: boolean;
  tally: ResultTally;
}

const NOTHING: ResultTally = { won: 0, drawn: 0, lost: 0, unfinished: 0, assisted: 0, used: 0 };
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 'perfect'] as const;

/**
 * Return results against people and against every level, including empty ones; then against each classic bot, and
 * against all others.
 */
export function opponentRows(against: readonly OpponentResults[]): OpponentRow[] {
  const of = (fits: (one: OpponentResults) => boolean) => sum(against.filter(fits).map((one) => one.tally));
  const levels: OpponentRow[] = LEVELS.map((level) => ({
    key: String(level),
    name: level === 'perfect' ? t('profile.against.perfect') : t('profile.against.level', { level }),
    tally: of((one) => one.opponent === 'bots' && one.level === level),
  }));
  const classic = [...new Set(against.map((one) => one.level).filter(isClassic))].sort();
  const known: readonly unknown[] = [...LEVELS, ...classic];
  const others: OpponentRow[] = [
    {
      key: 'other',
      name: t('profile.against.other'),
      tally: of((one) => one.opponent === 'bots' && !known.includes(one.level)),
    },
    { key: 'mixed', name: t('profile.against.mixed'), tally: of((one) => one.opponent === 'mixed') },
  ];
  return [
    { key: 'people', name: t('profile.against.people'), tally: of((one) => one.opponent === 'people') },
    ...levels,
    ...classic.map((level) => ({
      key: level,
      name: classicName(level),
      tally: of((one) => one.opponent === 'bots' && one.level === level),
    })),
    ...others.filter((row) => gameCount(row.tally) + row.tally.unfinished > 0),
  ];
}

function sum(tallies: readonly ResultTally[]): ResultTally {
  const total = { ...NOTHING };
  for (const tally of tallies) {
    for (const key of Object.keys(total) as (keyof ResultTally)[]) {
      total[key] += tally[key];
    }
  }
  return total;
}
