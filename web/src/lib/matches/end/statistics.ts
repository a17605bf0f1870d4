/** The table and curves of a game in numbers, from what the server counted. */
import type { MatchStatisticsView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { thinkingTimeText } from '../players/clock.ts';

export interface Row {
  label: string;
  /** One for each seat. */
  values: string[];
}

/** What each seat has, did and took, line by line: the game's own numbers first. */
export function statisticRows(statistics: MatchStatisticsView): Row[] {
  const { seats, scores, turns } = statistics;
  const keys = [...new Set(scores.filter((score) => score.seat !== null).map((score) => score.key))];
  const ofGame = keys.map((key) => {
    const lines = scores.filter((score) => score.key === key);
    return {
      label: lines[0]?.label ?? key,
      values: seats.map((_, seat) => String(lines.find((line) => line.seat === seat)?.values.at(-1) ?? '')),
    };
  });
  // What a score tells already is not told again by counting what was done.
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

/** What each seat could expect, from turn to turn: a row of numbers for each seat. */
export function expectationBySeat(statistics: MatchStatisticsView): number[][] {
  const { lead } = statistics;
  return (lead[0] ?? []).map((_, seat) => lead.map((row) => row[seat] ?? 0));
}

/** A curve through points as an SVG path, in a box of the given size; values go from 0 (bottom) to 1 (top). */
export function curvePath(values: readonly number[], width: number, height: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, n) => `${n === 0 ? 'M' : 'L'}${(n * step).toFixed(1)} ${((1 - value) * height).toFixed(1)}`)
    .join('');
}
