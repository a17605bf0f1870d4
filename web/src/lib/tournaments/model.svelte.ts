/** A tournament on this page: loaded, kept current, and changed by commands. */
import { get, post } from '#lib/net/client.ts';
import { SingleRequest } from '#lib/net/singleRequest.ts';
import type { AnyOrganiserRequest, TournamentPairedMessage, TournamentView } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { t } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';

export class TournamentModel {
  view = $state.raw<TournamentView | null>(null);
  /** Why there is nothing to show. */
  failure = $state<unknown>(null);
  busy = $state(false);
  /** The viewer's last pairing. */
  #paired: TournamentPairedMessage | null = null;
  readonly #request = new SingleRequest(() => this.#fetch());

  constructor(readonly id: string) {}

  /** Load the tournament, and load it again when it has changed, until the returned function is called. */
  follow(): () => void {
    return connection.onTournament(this.id, (message) => {
      if (message.type === 'paired') {
        this.#showPairing(message);
      } else if (message.deleted) {
        this.view = null;
        this.failure = new Error(t('tournament.deleted'));
      } else {
        void this.load();
      }
    });
  }

  /** Offer the viewer's new match at once, without loading the tournament. */
  #showPairing(paired: TournamentPairedMessage): void {
    this.#paired = paired;
    if (this.view) {
      this.#take(this.view);
    }
  }

  /** Load the newest state. */
  load(): Promise<void> {
    return this.#request.run();
  }

  async #fetch(): Promise<void> {
    try {
      this.#take(await get('/api/tournaments/{tournament}', { path: { tournament: this.id } }));
    } catch (problem) {
      if (this.view === null) {
        this.failure = problem;
      }
    }
  }

  join(name: string, team: string): Promise<boolean> {
    const path = { tournament: this.id };
    return this.#change(post('/api/tournaments/{tournament}/join', { path, body: { name, team } }));
  }

  leave(): Promise<boolean> {
    return this.#change(post('/api/tournaments/{tournament}/leave', { path: { tournament: this.id } }));
  }

  /** Begin or end a vacation. */
  setAway(away: boolean): Promise<boolean> {
    const path = { tournament: this.id };
    return this.#change(post('/api/tournaments/{tournament}/vacation', { path, body: { away } }));
  }

  command(wanted: AnyOrganiserRequest): Promise<boolean> {
    const body = { ...wanted, version: this.view?.version ?? null };
    return this.#change(post('/api/tournaments/{tournament}/commands', { path: { tournament: this.id }, body }));
  }

  /** Show the answer to a request; return whether it was accepted. */
  async #change(request: Promise<TournamentView>): Promise<boolean> {
    this.busy = true;
    try {
      this.#take(await request);
      return true;
    } catch (problem) {
      toasts.error(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Show a state unless a newer one is shown. */
  #take(view: TournamentView): void {
    if (this.view === null || view.version >= this.view.version) {
      // A state may have been loaded after the round was paired and before its matches had started.
      const isOlder = this.#paired !== null && view.version <= this.#paired.version;
      this.view = isOlder && this.#paired ? { ...view, my_match: this.#paired.match } : view;
    }
  }
}
