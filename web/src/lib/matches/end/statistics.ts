/** Rows and curves of the statistics, from the server's counts. */
import type { MatchStatisticsView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { thinkingTimeText } from '../players/clock.ts';

export interface StatisticRow {
  label: string;
  /** One value per seat. */
  values: string[];
}

/** Return the rows of the table, the game's own scores first. */
export function statisticRows(statistics: MatchStatisticsView): StatisticRow[] {
  const { seats, scores, turns } = statistics;
  const keys = [...new Set(scores.filter((score) => score.seat !== null).map((score) => score.key))];
  const ofGame = keys.map((key) => {
    const lines = scores.filter((score) => score.key === key);
    return {
      label: lines[0]?.label ?? key,
      values: seats.map((_, seat) => String(lines.find((line) => line.seat === seat)?.values.at(-1) ?? '')),
    };
  });
  // Skip counts that repeat a score.
  const shownLabels = new Set(ofGame.map((row) => row.label));
  const counts = (seats[0]?.deeds ?? [])
    .map((count, n) => ({
      label: capital(count.label),
      values: seats.map((seat) => String(seat.deeds[n]?.count ?? 0)),
    }))
    .filter((row) => !shownLabels.has(row.label) && row.values.some((value) => value !== '0'));
  return [
    ...ofGame,
    ...counts,
    { label: t('match.stats.turns'), values: seats.map((seat) => String(seat.turns)) },
    { label: t('match.stats.time'), values: seats.map((seat) => thinkingTimeText(seat.time)) },
    { label: t('match.stats.average'), values: seats.map((seat) => thinkingTimeText(seat.mean)) },
    {
      label: t('match.stats.longest'),
      values: seats.map((seat) => {
        const turn = seat.longest === null ? undefined : turns[seat.longest];
        return turn ? `${thinkingTimeText(turn.spent)} (${turn.text})` : '';
      }),
    },
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Return the expected scores after each turn, one list per seat. */
export function expectationBySeat(statistics: MatchStatisticsView): number[][] {
  const { lead } = statistics;
  return (lead[0] ?? []).map((_, seat) => lead.map((row) => row[seat] ?? 0));
}

/** Return an SVG path through values from 0 (bottom) to 1 (top). */
export function curvePath(values: readonly number[], width: number, height: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, n) => `${n === 0 ? 'M' : 'L'}${(n * step).toFixed(1)} ${((1 - value) * height).toFixed(1)}`)
    .join('');
}
