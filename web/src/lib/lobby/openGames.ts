/** Open games as the lobby shows them. */
import type { MatchSummaryView } from '#lib/net/types.ts';

/** Return the names of the players who are there. */
export function playerNames(match: MatchSummaryView): string {
  return match.seats
    .filter((seat) => seat.player.is !== 'open')
    .map((seat) => seat.player.name)
    .join(', ');
}

/** Return the sides that are still free. */
export function freeSides(match: Pick<MatchSummaryView, 'seats'>): string[] {
  return match.seats.filter((seat) => seat.player.is === 'open').map((seat) => seat.side);
}

/** Return whether the viewer sits in a match. */
export function isOwn(match: MatchSummaryView): boolean {
  return match.seats.some((seat) => seat.yours);
}
