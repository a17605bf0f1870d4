/**
 * Filters of the library. They are part of the URL, for bookmarks, sharing and the Back button; invalid parts of a URL
 * are ignored.
 */
import type { GetPaths } from '#lib/net/paths.ts';

type LibraryQuery = NonNullable<GetPaths['/api/library']['query']>;

export const SORTS = [
  'updated',
  'created',
  'game',
  'title',
  'opponent',
  'level',
  'result',
  'plies',
  'duration',
  'star',
] as const;
export type Sort = (typeof SORTS)[number];
export const RESULTS = ['won', 'drawn', 'lost', 'unfinished', 'none'] as const;
export type Layout = 'cards' | 'table';

export interface Filters {
  text: string;
  game: string;
  /** Values of the game's options, such as "size=4,line=on"; "" means any. */
  options: string;
  opponent: string;
  against: '' | 'people' | 'bots';
  /** 1 to 8, perfect or custom; "" means any. */
  level: string;
  result: '' | (typeof RESULTS)[number];
  finished: '' | 'yes' | 'no';
  /** Dates in the format of date fields, both inclusive. */
  from: string;
  to: string;
  /** Numbers of moves, both inclusive; "" means any. */
  shortest: string;
  longest: string;
  star: boolean;
  tag: string;
  commented: boolean;
  /** Show deleted games, which can be restored. */
  deleted: boolean;
  sort: Sort;
  descending: boolean;
  /** Counted from 1. */
  page: number;
}

export const ALL_FILTERS: Filters = {
  text: '',
  game: '',
  options: '',
  opponent: '',
  against: '',
  level: '',
  result: '',
  finished: '',
  from: '',
  to: '',
  shortest: '',
  longest: '',
  star: false,
  tag: '',
  commented: false,
  deleted: false,
  sort: 'updated',
  descending: true,
  page: 1,
};

/** Filters that restrict the list, as opposed to ordering it. */
export const FILTER_KEYS = [
  'text',
  'game',
  'options',
  'opponent',
  'against',
  'level',
  'result',
  'finished',
  'from',
  'to',
  'shortest',
  'longest',
  'star',
  'tag',
  'commented',
] as const satisfies readonly (keyof Filters)[];
export type FilterKey = (typeof FILTER_KEYS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const COUNT = /^\d{1,5}$/;
const OPTIONS = /^[\w-]+=[\w.-]+(,[\w-]+=[\w.-]+)*$/;
const LEVEL = /^([1-8](\.\d+)?|perfect|custom)$/;

function one<T extends string>(value: string | null, among: readonly T[], otherwise: T): T {
  return among.includes(value as T) ? (value as T) : otherwise;
}

/** Parse the filters of a URL. */
export function readFilters(search: Pick<URLSearchParams, 'get'>): Filters {
  const word = (key: string) => (search.get(key) ?? '').slice(0, 200);
  const day = (key: string) => (DAY.test(word(key)) && !Number.isNaN(Date.parse(word(key))) ? word(key) : '');
  const like = (key: string, form: RegExp) => (form.test(word(key)) ? word(key) : '');
  const page = Number(word('page'));
  return {
    text: word('text'),
    game: word('game'),
    options: word('game') ? like('options', OPTIONS) : '',
    opponent: word('opponent'),
    against: one(search.get('against'), ['', 'people', 'bots'], ''),
    level: like('level', LEVEL),
    result: one(search.get('result'), ['', ...RESULTS], ''),
    finished: one(search.get('finished'), ['', 'yes', 'no'], ''),
    from: day('from'),
    to: day('to'),
    shortest: like('shortest', COUNT),
    longest: like('longest', COUNT),
    star: search.get('star') === 'yes',
    tag: word('tag'),
    commented: search.get('commented') === 'yes',
    deleted: search.get('deleted') === 'yes',
    sort: one(search.get('sort'), SORTS, ALL_FILTERS.sort),
    descending: search.get('order') !== 'up',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** Return the query string of the filters; "" for all games. */
export function writeFilters(filters: Filters): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) {
    if (key === 'descending') {
      if (!value) {
        search.set('order', 'up');
      }
    } else if (value !== ALL_FILTERS[key as keyof Filters]) {
      search.set(key, value === true ? 'yes' : String(value));
    }
  }
  return search.toString();
}

/** Return whether two filters select the same list. */
export function areSameFilters(one: Filters, other: Filters): boolean {
  return writeFilters(one) === writeFilters(other);
}

/** Return the filters that restrict the list. */
export function activeFilters(filters: Filters): FilterKey[] {
  return FILTER_KEYS.filter((key) => filters[key] !== ALL_FILTERS[key]);
}

/**
 * Return changed filters. Any change except of the page returns to the first page; a change of game drops its options.
 */
export function withChanges(filters: Filters, changes: Partial<Filters>): Filters {
  const other = changes.game !== undefined && changes.game !== filters.game;
  return { ...filters, page: 1, ...(other ? { options: '' } : {}), ...changes };
}

/** Parse the values of options in a URL. */
export function readOptions(options: string): Record<string, string> {
  return Object.fromEntries(options.split(',').flatMap((pair) => (pair ? [pair.split('=') as [string, string]] : [])));
}

/** Return the options with another value for one of them; "" means any. */
export function withOption(options: string, key: string, value: string): string {
  const values = { ...readOptions(options), [key]: value };
  return Object.entries(values)
    .filter(([, one]) => one !== '')
    .map(([name, one]) => `${name}=${one}`)
    .join(',');
}

/** Return the filters after a click on a column heading: sort by it, or reverse the order. */
export function toggleSort(filters: Filters, sort: Sort): Filters {
  const usual = !['game', 'title', 'opponent'].includes(sort);
  return withChanges(filters, { sort, descending: filters.sort === sort ? !filters.descending : usual });
}

/** Return the server's query parameters. Dates are in the viewer's time zone. */
export function libraryQuery(filters: Filters, size: number): LibraryQuery {
  const midnight = (day: string, days: number) => {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number];
    return new Date(year, month - 1, date + days).getTime();
  };
  return {
    text: filters.text || undefined,
    game: filters.game || undefined,
    options: filters.options || undefined,
    opponent: filters.opponent || undefined,
    against: filters.against || undefined,
    level: filters.level || undefined,
    results: filters.result ? [filters.result] : undefined,
    finished: filters.finished ? filters.finished === 'yes' : undefined,
    since: filters.from ? midnight(filters.from, 0) : undefined,
    until: filters.to ? midnight(filters.to, 1) : undefined,
    shortest: filters.shortest ? Number(filters.shortest) : undefined,
    longest: filters.longest ? Number(filters.longest) : undefined,
    star: filters.star || undefined,
    tag: filters.tag || undefined,
    commented: filters.commented || undefined,
    deleted: filters.deleted || undefined,
    sort: filters.sort,
    descending: filters.descending,
    offset: (filters.page - 1) * size,
    limit: size,
  };
}

/** Return the number of pages, at least 1. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** Return the page numbers to show: first, last and those around the current one; null is a gap. */
export function visiblePages(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((n, at) => {
    const gap = n - (sorted[at - 1] ?? n - 1);
    return gap === 2 ? [n - 1, n] : gap > 2 ? [null, n] : [n];
  });
}
