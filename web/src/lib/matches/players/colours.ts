/** The colours of the seats. */

import type { View } from '../view.ts';
import { localColours } from './localColours.svelte.ts';

/** Return the colour of every seat: set by the viewer, chosen by its player, or the game's default. */
export function coloursOf(view: View): string[] {
  const own = localColours.of(view.match.id);
  return givenColours(view).map((colour, seat) => own[seat] || colour);
}

/** Return the colours of the set-up. */
export function givenColours(view: View): string[] {
  return view.match.sides.map((side, seat) => view.state.seats[seat]?.colour || side.colour);
}
