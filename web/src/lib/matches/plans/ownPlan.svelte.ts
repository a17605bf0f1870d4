/** The turns that the viewer has left for later in a match, as far as they can still be played. */
import type { Arrow } from '#lib/board/contract.ts';
import { get, put, ServerError } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { Pick, PlanView } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';

export class OwnPlan {
  #plan = $state.raw<PlanView | null>(null);
  #loaded = false;
  readonly #requests = new LatestRequest();

  constructor(private readonly match: string) {}

  /** What is planned; null if nothing is. */
  get current(): PlanView | null {
    return this.#plan && (this.#plan.lines.length || this.#plan.premove) ? this.#plan : null;
  }

  get arrows(): Arrow[] {
    return premoveArrow(this.current?.premove_path ?? []);
  }

  /** Load the plan when it was changed on any page of the viewer, or may have been, until the function is called. */
  watch(): () => void {
    return connection.listen((message) => {
      if (message.type === 'hello' || (message.type === 'plan' && message.match === this.match)) {
        void this.load();
      }
    });
  }

  /** Load the plan for a new position, unless it is known that there is none. */
  async follow(): Promise<void> {
    if (!this.#loaded || this.current) {
      await this.load();
    }
  }

  async load(): Promise<void> {
    const isLatest = this.#requests.begin();
    try {
      const found = await get('/api/matches/{match}/plan', { path: { match: this.match } });
      if (isLatest()) {
        this.#plan = found;
        this.#loaded = true;
      }
    } catch (error) {
      if (error instanceof ServerError && error.view.error === 'not-a-player') {
        this.#plan = null; // The session has ended, and the page has not been told yet.
      } else {
        toasts.error(error);
      }
    }
  }

  /** Show a plan that was just stored. */
  show(plan: PlanView): void {
    this.#requests.begin();
    this.#plan = plan;
    this.#loaded = true;
  }

  async remove(): Promise<void> {
    try {
      this.show(await put('/api/matches/{match}/plan', { path: { match: this.match }, body: { ply: 0 } }));
    } catch (error) {
      toasts.error(error);
    }
  }
}

/** Return a premove as an arrow: from the first site that it picks to the last one. */
export function premoveArrow(path: readonly Pick[]): Arrow[] {
  const sites = path.filter((pick) => typeof pick === 'number');
  const [first, last] = [sites[0], sites.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  return [{ from: first === last ? null : first, to: last, kind: 'note', strength: 0.6 }];
}
