/** Headline of a result, and the sites that decided the game. */
import type { Effect, MarkView, OutcomeView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

/** Return "You won" or "You lost" to a viewer with one seat, else "Anna won", or "Bo lost" if all others share the win. */
export function endTitle(outcome: OutcomeView, nameOf: (seat: number) => string, own: readonly number[]): string {
  const [winner] = outcome.winners;
  const [loser] = outcome.losers;
  if (outcome.drawn) {
    return t('match.end.drawn');
  }
  const viewer = own.length === 1 ? own[0] : undefined;
  if (viewer !== undefined && outcome.losers.includes(viewer)) {
    return t('match.end.you.lost');
  }
  if (winner !== undefined && outcome.winners.length === 1) {
    return winner === viewer ? t('match.end.you') : t('match.end.won', { name: nameOf(winner) });
  }
  if (loser !== undefined && outcome.losers.length === 1) {
    return t('match.end.lost', { name: nameOf(loser) });
  }
  return t('match.end.none');
}

/** Return why the game ended, worded for a viewer whose only seat resigned or ran out of time. */
export function endCause(outcome: OutcomeView, own: readonly number[]): string {
  const isOwn = own.length === 1 && outcome.losers.length === 1 && outcome.losers[0] === own[0];
  return isOwn && (outcome.reason === 'resign' || outcome.reason === 'time')
    ? t(`match.end.you.${outcome.reason}`)
    : outcome.cause;
}

/** Return the seat whose colour belongs to the headline: the viewer's, if it says so, else the winner's or the loser's. */
export function headlineSeat(outcome: OutcomeView, own: readonly number[]): number | undefined {
  const viewer = own.length === 1 ? own[0] : undefined;
  if (viewer !== undefined && outcome.losers.includes(viewer)) {
    return viewer;
  }
  return (outcome.winners.length === 1 ? outcome.winners : outcome.losers.length === 1 ? outcome.losers : [])[0];
}

/** Reasons that have nothing to do with the position. */
const OFF_BOARD: readonly string[] = ['resign', 'time', 'agreement', 'adjudication', 'abort'];

/** Return the sites that decided the game: the marked ones, else those changed by the last move. */
export function decisiveSites(outcome: OutcomeView, marks: readonly MarkView[], last: readonly Effect[]): number[] {
  if (OFF_BOARD.includes(outcome.reason)) {
    return [];
  }
  const marked = marks.flatMap((mark) => mark.sites);
  const moved = last.flatMap((effect) => [effect.before?.place, effect.after?.place].flat());
  return [...new Set(marked.length ? marked : moved.filter((place) => typeof place === 'number'))];
}
