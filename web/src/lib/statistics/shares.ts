/** Shares of results, hours of the week, and results of two players. */

import type { ClubStatisticsView, ResultTally } from '#lib/net/types.ts';
import { dateText, numberText } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';

export const HOURS = 24;
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Return a number of games as a percentage; "–" without games. */
export function shareText(part: number, games: number): string {
  return games ? numberText(part / games, { style: 'percent' }) : '–';
}

/** Return results by side as a sentence: "Black won 55 %, White won 40 %, drawn 5 %". */
export function resultsText(sides: readonly { name: string; won: number }[], drawn: number, games: number): string {
  const won = sides.map((side) => t('statistics.results.won', { side: side.name, share: shareText(side.won, games) }));
  return [...won, ...(drawn ? [t('statistics.results.drawn', { share: shareText(drawn, games) })] : [])].join(', ');
}

/** Return the names of the weekdays from Monday. */
export function weekdays(weekday: 'short' | 'long' = 'short'): string[] {
  return Array.from({ length: 7 }, (_, n) => dateText(MONDAY_MS + n * DAY_MS, { weekday, timeZone: 'UTC' }));
}

/** Return the hour of the week with most games. */
export function busiestHour(hours: readonly number[]): { day: number; hour: number } {
  const place = hours.indexOf(Math.max(...hours));
  return { day: Math.floor(place / HOURS), hour: place % HOURS };
}

/** Return the results of a player against another one; null if they have not met. */
export function resultsBetween(view: ClubStatisticsView, first: number, second: number): ResultTally | null {
  return view.meetings.find((one) => one.first === first && one.second === second)?.tally ?? null;
}

/** Return points, with half a point for a draw: "3½". */
export function pointsText(won: number, drawn: number): string {
  const whole = won + Math.floor(drawn / 2);
  return drawn % 2 ? `${whole || ''}½` : numberText(whole);
}
