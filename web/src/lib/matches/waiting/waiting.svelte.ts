/** The games in which it is the viewer's turn, the nearest deadline first; kept current by the connection of the page. */
import { get } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { MatchSummaryView } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { ShownReminders } from '#lib/shell/shownReminders.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';

export type WaitingMatch = Pick<MatchSummaryView, 'id' | 'title' | 'version' | 'flag_at' | 'days_per_turn' | 'seats'>;

const CHECK_INTERVAL_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Return the game to go to from another one: the first in the list after it, or the first of all. */
export function nextMatch(list: readonly WaitingMatch[], current: string): WaitingMatch | null {
  const others = list.filter((match) => match.id !== current);
  const here = list.findIndex((match) => match.id === current);
  return (here < 0 ? undefined : list[here + 1]) ?? others[0] ?? null;
}

/** Return whether the viewer is reminded of a deadline: in the last day, or the last quarter of a shorter turn. */
export function isUrgent(match: WaitingMatch, now: number): boolean {
  if (match.days_per_turn === null || match.flag_at === null) {
    return false;
  }
  return match.flag_at - now < Math.min(DAY_MS, (match.days_per_turn * DAY_MS) / 4);
}

class Waiting {
  list = $state.raw<WaitingMatch[]>([]);
  /** The time by which deadlines are shown. */
  now = $state(connection.now());
  readonly #requests = new LatestRequest();
  readonly #reminders = new ShownReminders('parlour.reminders');
  #loaded = false;
  #remind: (match: WaitingMatch) => void = () => undefined;

  /** Follow the viewer's games until the returned function is called; remind once of each near deadline. */
  start(remind: (match: WaitingMatch) => void): () => void {
    this.#remind = remind;
    const timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    const stop = connection.onTurns((message) => {
      if (message?.type === 'turn-ended') {
        // A list that was requested before may still have it.
        this.#requests.begin();
        this.list = this.list.filter((match) => match.id !== message.match);
      }
      void this.load();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  async load(): Promise<void> {
    const isLatest = this.#requests.begin();
    try {
      const found = await get('/api/matches', { query: { which: 'turn' } });
      if (isLatest()) {
        this.list = found;
        this.#loaded = true;
        this.#check();
      }
    } catch (error) {
      toasts.error(error);
    }
  }

  #check(): void {
    this.now = connection.now();
    if ('setAppBadge' in navigator) {
      navigator.setAppBadge(this.list.length).catch(() => undefined); // Only installed pages have a badge.
    }
    if (this.#loaded) {
      const urgent = new Map(
        this.list.filter((match) => isUrgent(match, this.now)).map((match) => [`${match.id} ${match.flag_at}`, match]),
      );
      for (const deadline of this.#reminders.takeNew([...urgent.keys()])) {
        this.#remind(urgent.get(deadline) as WaitingMatch);
      }
    }
  }
}

export const waiting = new Waiting();
