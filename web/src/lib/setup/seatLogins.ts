/** Several accounts in one local game: whoever shall log in to a seat is asked when the game has begun. */
import type { MatchSummaryView } from '#lib/net/types.ts';

const PARAMETER = 'log-in';

/** The page of a match, where the players of some names are asked to log in. Lots may have changed their seats. */
export function matchUrl(match: MatchSummaryView, names: readonly string[]): string {
  const seats = match.seats.flatMap(({ player }, seat) =>
    player.is === 'guest' && names.includes(player.name) ? [`${PARAMETER}=${seat}`] : [],
  );
  return `/match/${match.id}${seats.length ? `?${seats.join('&')}` : ''}`;
}

/** The seats for which an address asks somebody to log in. */
export function seatsToLogIn(address: { searchParams: Pick<URLSearchParams, 'getAll'> }): number[] {
  return address.searchParams.getAll(PARAMETER).map(Number).filter(Number.isInteger);
}
