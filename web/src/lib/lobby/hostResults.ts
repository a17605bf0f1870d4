/** The results with which the host ends a game, by seat. */

/** Return the results if one seat decides a game: of two it wins; of several it loses, and the others share the win. */
export function decidedResults(seat: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, one) => (seats > 2 ? Number(one !== seat) : Number(one === seat)));
}

export function drawnResults(seats: number): number[] {
  return Array.from({ length: seats }, () => 0.5);
}
