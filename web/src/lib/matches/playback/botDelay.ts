/** How long a computer seems to think: its moves are not shown sooner, unless a clock runs. */
import type { Pace } from '#lib/settings/schema.ts';
import type { View } from '../view.ts';

/** Milliseconds from one move to the computer's next. The server itself sees to it that none comes at once. */
const LEAST: Record<Pace, number> = { normal: 0, calm: 1600, slow: 3200 };

/** How much longer to wait before a seat's move is shown, so many milliseconds after the last one was. */
export function pauseBefore(seat: number, since: number, view: View, pace: Pace): number {
  const isBot = view.state.seats[seat]?.player.is === 'bot';
  const inHaste = view.state.clock.left.some((left) => left !== null);
  return isBot && !inHaste ? Math.max(0, LEAST[pace] - since) : 0;
}
