/** State of the library page: the loaded entries, the selection, and actions on games. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { apiUrl, get, patch, post } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { FilterChoicesView, GameSummaryView, GameView, LibraryEntryView, NotesRequest } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ALL_FILTERS, type Filters, libraryQuery } from './filters/filters.ts';

export const PAGE_SIZE = 24;

export class LibraryModel {
  filters = $state.raw<Filters>(ALL_FILTERS);
  /** Filters of the entries shown; they change when the response to the latest request arrives. */
  loadedFilters = $state.raw<Filters>(ALL_FILTERS);
  entries = $state.raw<LibraryEntryView[]>([]);
  total = $state(0);
  /** False until the first page is loaded. */
  loaded = $state(false);
  busy = $state(false);
  filterChoices = $state.raw<FilterChoicesView>({ tags: [], opponents: [], games: {} });
  games = $state.raw<GameSummaryView[]>([]);
  readonly infos = new SvelteMap<string, GameView>();
  /** Ids of the selected games. */
  readonly chosen = new SvelteSet<string>();
  readonly #pages = new LatestRequest();
  readonly #choices = new LatestRequest();

  /** Load the page that the filters select. */
  async show(filters: Filters): Promise<void> {
    this.filters = filters;
    this.chosen.clear();
    await this.reload();
  }

  async reload(): Promise<void> {
    const isLatest = this.#pages.begin();
    this.busy = true;
    try {
      const page = await get('/api/library', { query: libraryQuery(this.filters, PAGE_SIZE) });
      if (isLatest()) {
        this.entries = page.entries;
        this.loadedFilters = this.filters;
        this.total = page.total;
        this.loaded = true;
        void this.#loadGames();
      }
    } catch (error) {
      toasts.error(error);
    } finally {
      if (isLatest()) {
        this.busy = false;
      }
    }
  }

  /** Load the values that filters offer. The list does not wait for them. */
  async loadFilterChoices(): Promise<void> {
    const isLatest = this.#choices.begin();
    try {
      const [choices, games] = await Promise.all([get('/api/library/words'), get('/api/games')]);
      if (isLatest()) {
        [this.filterChoices, this.games] = [choices, games];
      }
    } catch (error) {
      toasts.error(error);
    }
  }

  /** Load the option names of the games on this page. */
  async #loadGames(): Promise<void> {
    const keys = [...this.entries.map((entry) => entry.match.game), ...(this.filters.game ? [this.filters.game] : [])];
    const unknown = new Set(keys.filter((key) => !this.infos.has(key)));
    await Promise.all(
      [...unknown].map(async (key) => {
        this.infos.set(key, await get('/api/games/{key}', { path: { key } }));
      }),
    ).catch((error: unknown) => toasts.error(error));
  }

  toggle(id: string): void {
    if (!this.chosen.delete(id)) {
      this.chosen.add(id);
    }
  }

  /** Select all games of this page, or none if all are selected. */
  toggleAll(): void {
    const all = this.entries.every((entry) => this.chosen.has(entry.match.id));
    for (const entry of this.entries) {
      if (all) {
        this.chosen.delete(entry.match.id);
      } else {
        this.chosen.add(entry.match.id);
      }
    }
  }

  /** Change the notes on a game; throw the server's error. */
  async change(id: string, changes: NotesRequest): Promise<void> {
    const entry = await patch('/api/library/{match}', { path: { match: id }, body: changes });
    this.entries = this.entries.map((one) => (one.match.id === id ? entry : one));
  }

  async star(entry: LibraryEntryView): Promise<void> {
    await this.#try(() => this.change(entry.match.id, { star: !entry.star }));
  }

  async label(ids: string[], labels: { add?: string[]; star?: boolean }): Promise<void> {
    await post('/api/library/labels', { body: { matches: ids, ...labels } });
    await Promise.all([this.reload(), this.loadFilterChoices()]);
  }

  /** Delete games, with an offer to undo. */
  async remove(ids: string[]): Promise<void> {
    await this.#try(async () => {
      const { count } = await post('/api/library/delete', { body: { matches: ids } });
      await this.#afterRemoval(ids);
      toasts.show(t('library.deleted', { n: count }), 'news', {
        text: t('library.undo'),
        run: () => void this.restore(ids),
      });
    });
  }

  async restore(ids: string[]): Promise<void> {
    await this.#try(async () => {
      const { count } = await post('/api/library/undelete', { body: { matches: ids } });
      await this.#afterRemoval(ids);
      toasts.show(t('library.undeleted', { n: count }), 'good');
    });
  }

  /** Go to the previous page if this one is empty now. */
  async #afterRemoval(ids: string[]): Promise<void> {
    for (const id of ids) {
      this.chosen.delete(id);
    }
    void this.loadFilterChoices();
    await this.reload();
    if (this.entries.length === 0 && this.filters.page > 1) {
      this.filters = { ...this.filters, page: this.filters.page - 1 };
      await this.reload();
    }
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      toasts.error(error);
    }
  }
}

/** Return the URL of a file with some games. */
export function recordsUrl(ids: readonly string[], form: 'text' | 'json'): string {
  return apiUrl('/api/library/records', { query: { form, unplayed: true, limit: 1, matches: [...ids] } });
}

/** Return the URL of a file with all games that the filters select. */
export function allRecordsUrl(filters: Filters, form: 'text' | 'json'): string {
  return apiUrl('/api/library/records', { query: { ...libraryQuery({ ...filters, page: 1 }, 1), form } });
}
