/** The answer to the latest request; an error is shown. */
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { LatestRequest } from './latestRequest.ts';

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  readonly #requests = new LatestRequest();

  async load(request: Promise<T>): Promise<void> {
    const isLatest = this.#requests.begin();
    try {
      const found = await request;
      if (isLatest()) {
        this.value = found;
      }
    } catch (error) {
      toasts.error(error);
    }
  }
}
