/** The minimum time before a bot's move is shown, unless a clock runs. */
import type { BotPace } from '#lib/settings/schema.ts';
import type { View } from '../view.ts';

/** Milliseconds between a move and the bot's reply. The server already adds a minimum of its own. */
const MIN_DELAY_MS: Record<BotPace, number> = { normal: 0, calm: 1600, slow: 3200 };

/** Return how long to wait before a seat's move is shown, `since` milliseconds after the previous one. */
export function botDelay(seat: number, since: number, view: View, pace: BotPace): number {
  const isBot = view.state.seats[seat]?.player.is === 'bot';
  const clockRuns = view.state.clock.left.some((left) => left !== null);
  return isBot && !clockRuns ? Math.max(0, MIN_DELAY_MS[pace] - since) : 0;
}
