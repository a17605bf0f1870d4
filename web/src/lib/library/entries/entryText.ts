/** Texts about a game in the library. */

import { botText } from '#lib/matches/players/playerText.ts';
import type { GameView, LibraryEntryView, MatchSummaryView, Value } from '#lib/net/types.ts';
import { dateText } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';

export interface SeatText {
  name: string;
  side: string;
  bot: string;
  yours: boolean;
  result: LibraryEntryView['result'];
}

/** Return the players, with level and style of bots. */
export function seatTexts(entry: LibraryEntryView): SeatText[] {
  return entry.match.seats.map((seat, n) => ({
    name: seat.player.name,
    side: seat.side,
    bot: botText(seat.player),
    yours: n === entry.seat,
    result: seat.result,
  }));
}

/** Return the title, or the names of the players. */
export function titleText(entry: LibraryEntryView): string {
  return entry.title || entry.match.seats.map((seat) => seat.player.name || t('library.anonymous')).join(' – ');
}

/** Return the result from the viewer's seat, or the winner if the viewer did not play. */
export function resultText(entry: LibraryEntryView): string {
  if (entry.seat !== null || entry.result === 'unfinished') {
    return t(`library.result.${entry.result}`);
  }
  return winnerText(entry.match);
}

/** Return who won a finished game. */
export function winnerText(match: Pick<MatchSummaryView, 'seats'>): string {
  const winners = match.seats.filter((seat) => seat.result === 'won');
  if (winners.length > 0) {
    return t('library.result.winner', { name: winners.map((seat) => seat.player.name).join(', ') });
  }
  return t(match.seats.some((seat) => seat.result === 'drawn') ? 'library.result.drawn' : 'library.result.none');
}

/** Return the options that differ from the defaults. */
export function optionsText(options: Record<string, Value>, game: GameView | undefined): string {
  const found = (game?.options ?? []).flatMap((option) => {
    const value = options[option.key];
    if (value === undefined || value === option.default) {
      return [];
    }
    const choice = option.choices.find((one) => one.value === value);
    if (value === true) {
      return [option.label];
    }
    return [choice && typeof value !== 'boolean' ? choice.label : `${option.label}: ${choice?.label ?? String(value)}`];
  });
  return found.join(', ');
}

/** Return a duration: 12 s, 5 min, 1 h 20 min. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) {
    return t('library.seconds', { n: seconds });
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? t('library.minutes', { n: minutes })
    : t('library.hours', { h: Math.floor(minutes / 60), m: minutes % 60 });
}

/** Return a date, with the year only if it is not the current one. */
export function dayText(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const sameYear = day.getFullYear() === today.getFullYear();
  return dateText(day, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** Return the URL that a game opens: the match if it is unfinished, else its replay. */
export function entryUrl(entry: LibraryEntryView): string {
  const open = entry.match.status !== 'over' && (entry.seat !== null || entry.match.kind === 'bots');
  return open ? `/match/${entry.match.id}` : `/replay/${entry.match.id}`;
}
