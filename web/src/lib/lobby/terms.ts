/** The terms of a challenge in words. */
import { clockTerms } from '#lib/matches/players/clock.ts';
import type { ChallengeMessage, MatchSummaryView } from '#lib/net/types.ts';
import { factsText } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';
import { freeSides } from './openGames.ts';

/** Return the terms of a challenge: game and variant, clock, whether it is rated, and the reader's side. */
export function termsText(challenge: ChallengeMessage): string {
  const game = challenge.titles.join(', ');
  return factsText([
    challenge.variant ? `${game} (${challenge.variant})` : game,
    clockTerms(challenge.clock),
    t(challenge.rated ? 'lobby.rated' : 'lobby.unrated'),
    ...(challenge.other === null
      ? []
      : [challenge.side ? t('lobby.side', { side: challenge.side }) : t('lobby.random-side')]),
  ]);
}

/** Return the terms of an open game: variant, clock, whether it is rated, and the sides that are free. */
export function openTermsText({ terms, rated, ...match }: MatchSummaryView): string {
  return factsText([
    ...(terms?.variant ? [terms.variant] : []),
    ...(terms ? [clockTerms(terms.clock)] : []),
    t(rated ? 'lobby.rated' : 'lobby.unrated'),
    t('lobby.side', { side: freeSides(match).join(' / ') }),
  ]);
}
