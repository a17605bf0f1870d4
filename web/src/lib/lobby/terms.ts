/** The terms of a challenge in words. */
import { clockText, isCorrespondence } from '#lib/matches/players/clock.ts';
import type { ChallengeMessage, Clock, MatchSummaryView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { freeSides } from './openGames.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Return a clock in words: "5:00 + 3 s", "0:30 per turn", "3 days per turn" or "No clock". */
export function clockTerms(clock: Clock): string {
  const limit = clock.limits?.[0];
  if (clock.kind === 'none' || clock.kind === 'up' || !limit) {
    return t('lobby.clock.none');
  }
  if (isCorrespondence(clock)) {
    return t('tournament.clock.days', { n: Math.round((limit.per_turn ?? 0) / DAY_MS) });
  }
  if (limit.base == null) {
    return t('lobby.clock.turn', { time: clockText(limit.per_turn ?? 0) });
  }
  const base = clockText(limit.base);
  return limit.increment ? `${base} + ${limit.increment / 1000} s` : base;
}

/** Return the terms of a challenge: game and variant, clock, whether it is rated, and the reader's side. */
export function termsText(challenge: ChallengeMessage): string {
  const game = challenge.titles.join(', ');
  return [
    challenge.variant ? `${game} (${challenge.variant})` : game,
    clockTerms(challenge.clock),
    t(challenge.rated ? 'lobby.rated' : 'lobby.unrated'),
    ...(challenge.other === null ? [] : [challenge.side ? t('lobby.side', { side: challenge.side }) : t('lobby.lot')]),
  ].join(' · ');
}

/** Return the terms of an open game: variant, clock, whether it is rated, and the sides that are free. */
export function openTermsText({ terms, rated, ...match }: MatchSummaryView): string {
  return [
    ...(terms?.variant ? [terms.variant] : []),
    ...(terms ? [clockTerms(terms.clock)] : []),
    t(rated ? 'lobby.rated' : 'lobby.unrated'),
    t('lobby.side', { side: freeSides(match).join(' / ') }),
  ].join(' · ');
}
