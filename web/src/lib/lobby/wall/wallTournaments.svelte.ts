/** The tournaments of the wall: one after the other, beside the boards. */
import { get } from '#lib/net/client.ts';
import { SingleRequest } from '#lib/net/singleRequest.ts';
import type { TournamentSummaryView } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ROTATION_INTERVAL_MS } from './wall.svelte.ts';

export class WallTournaments {
  /** Those in progress, and those that have ended since the wall was opened. */
  #listed = $state.raw<TournamentSummaryView[]>([]);
  #turn = $state(0);
  current: TournamentSummaryView | undefined = $derived(this.#listed[this.#turn % (this.#listed.length || 1)]);
  readonly #request = new SingleRequest(() => this.#load());

  /** Follow them until the returned function is called. */
  follow(): () => void {
    const stop = connection.onTournament(null, () => void this.#request.run());
    const timer = setInterval(() => {
      this.#turn += 1;
    }, ROTATION_INTERVAL_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }

  async #load(): Promise<void> {
    try {
      const found = await get('/api/tournaments');
      const known = new Set(this.#listed.map((one) => one.id));
      this.#listed = found.filter(
        ({ id, status }) => status === 'running' || status === 'paused' || (status === 'over' && known.has(id)),
      );
    } catch (error) {
      toasts.error(error);
    }
  }
}
