/** Log-ins of several accounts in one local game, after it has started. */
import type { MatchSummaryView } from '#lib/net/types.ts';

const PARAMETER = 'log-in';

/**
 * Return the URL of a match that asks these players to log in. By name, because random seats may have changed their
 * seats.
 */
export function matchUrl(match: MatchSummaryView, names: readonly string[]): string {
  const seats = match.seats.flatMap(({ player }, seat) =>
    player.is === 'guest' && names.includes(player.name) ? [`${PARAMETER}=${seat}`] : [],
  );
  return `/match/${match.id}${seats.length ? `?${seats.join('&')}` : ''}`;
}

/** Return the seats whose players the URL asks to log in. */
export function seatsToLogIn(address: { searchParams: Pick<URLSearchParams, 'getAll'> }): number[] {
  return address.searchParams.getAll(PARAMETER).map(Number).filter(Number.isInteger);
}
