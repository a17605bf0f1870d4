/** The library at work: one page of it, what is chosen there, and all that can be done with games. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { apiUrl, get, patch, post } from '#lib/net/client.ts';
import type { FilterChoicesView, GameSummaryView, GameView, LibraryEntryView, NotesRequest } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ALL, type Filters, libraryQuery } from './filters/filters.ts';

export const PAGE_SIZE = 24;

export class LibraryModel {
  filters = $state.raw<Filters>(ALL);
  /** The filters of what is shown, until that which was asked for last is there. */
  loadedFilters = $state.raw<Filters>(ALL);
  entries = $state.raw<LibraryEntryView[]>([]);
  total = $state(0);
  /** False until the first page is there. */
  loaded = $state(false);
  busy = $state(false);
  words = $state.raw<FilterChoicesView>({ tags: [], opponents: [], games: {} });
  games = $state.raw<GameSummaryView[]>([]);
  readonly infos = new SvelteMap<string, GameView>();
  /** The ids of the games that are chosen. */
  readonly chosen = new SvelteSet<string>();
  /** Counts requests: only the response to the last one is shown. */
  #wanted = 0;

  /** Loads the page that some filters mean. */
  async show(filters: Filters): Promise<void> {
    this.filters = filters;
    this.chosen.clear();
    await this.reload();
  }

  async reload(): Promise<void> {
    const order = ++this.#wanted;
    this.busy = true;
    try {
      const page = await get('/api/library', { query: libraryQuery(this.filters, PAGE_SIZE) });
      if (order === this.#wanted) {
        this.entries = page.entries;
        this.loadedFilters = this.filters;
        this.total = page.total;
        this.loaded = true;
        void this.#learnGames();
      }
    } catch (error) {
      toasts.error(error);
    } finally {
      if (order === this.#wanted) {
        this.busy = false;
      }
    }
  }

  /** What filters can be chosen from; the list is shown without waiting for it. */
  async learnWords(): Promise<void> {
    try {
      [this.words, this.games] = await Promise.all([get('/api/library/words'), get('/api/games')]);
    } catch (error) {
      toasts.error(error);
    }
  }

  /** How the options of the games on this page are worded. */
  async #learnGames(): Promise<void> {
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

  /** All of this page, or none if all are. */
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
    await Promise.all([this.reload(), this.learnWords()]);
  }

  /** Deletes games, with a way back. */
  async remove(ids: string[]): Promise<void> {
    await this.#try(async () => {
      const { count } = await post('/api/library/delete', { body: { matches: ids } });
      await this.#afterRemoval(ids);
      toasts.show(t('library.deleted', { n: count }), 'news', {
        text: t('library.undo'),
        run: () => void this.bringBack(ids),
      });
    });
  }

  async bringBack(ids: string[]): Promise<void> {
    await this.#try(async () => {
      const { count } = await post('/api/library/undelete', { body: { matches: ids } });
      await this.#afterRemoval(ids);
      toasts.show(t('library.undeleted', { n: count }), 'good');
    });
  }

  /** A page that was emptied gives way to the one before it. */
  async #afterRemoval(ids: string[]): Promise<void> {
    for (const id of ids) {
      this.chosen.delete(id);
    }
    void this.learnWords();
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

/** Where a file of some games comes from. */
export function recordsUrl(ids: readonly string[], form: 'text' | 'json'): string {
  return apiUrl('/api/library/records', { query: { form, unplayed: true, limit: 1, matches: [...ids] } });
}

/** Where a file of all games that filters mean comes from. */
export function allRecordsUrl(filters: Filters, form: 'text' | 'json'): string {
  return apiUrl('/api/library/records', { query: { ...libraryQuery({ ...filters, page: 1 }, 1), form } });
}
