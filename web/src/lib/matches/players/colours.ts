/** The colours of the seats. */

import type { View } from '../view.ts';
import { localColours } from './localColours.svelte.ts';

/** The colour of every seat: what the viewer gave it, what its player chose, or what the game gives that side. */
export function coloursOf(view: View): string[] {
  const own = localColours.of(view.match.id);
  return givenColours(view).map((colour, seat) => own[seat] || colour);
}

/** The colours with which the game was set up. */
export function givenColours(view: View): string[] {
  return view.match.sides.map((side, seat) => view.state.seats[seat]?.colour || side.colour);
}
