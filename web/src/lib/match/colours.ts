/** The colours of the seats. */
import type { View } from './view.ts';

/** The colour of every seat: what its player chose, or what the game gives that side. */
export function coloursOf(view: View): string[] {
  return view.match.sides.map((side, seat) => view.state.seats[seat]?.colour || side.colour);
}
