/** The list of the finished games of the club. */
import { apiUrl, get } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { MatchSummaryView, Period } from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ALL_GAMES, type ArchiveFilters, archiveQuery } from './gameFilters.ts';

export const PAGE_SIZE = 24;

export class GameArchive {
  filters = $state.raw<ArchiveFilters>(ALL_GAMES);
  matches = $state.raw<MatchSummaryView[]>([]);
  /** Null until the first page is loaded. */
  total = $state<number | null>(null);
  readonly #requests = new LatestRequest();

  /** Change filters, and go to the first page unless the page is given. */
  change(changes: Partial<ArchiveFilters>): void {
    this.filters = { ...this.filters, page: 1, ...changes };
  }

  /** Load the page that the filters select. */
  async load(game: string, period: Period): Promise<void> {
    const isLatest = this.#requests.begin();
    const query = archiveQuery(this.filters, game, period);
    try {
      const found = await get('/api/statistics/games', {
        query: { ...query, offset: (this.filters.page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
      });
      if (isLatest()) {
        [this.matches, this.total] = [found.matches, found.total];
      }
    } catch (error) {
      toasts.error(error);
    }
  }

  /** Return the URL of a file with all games that the filters select. */
  recordsUrl(game: string, period: Period, form: 'text' | 'json'): string {
    return apiUrl('/api/statistics/records', { query: { ...archiveQuery(this.filters, game, period), form } });
  }
}
