/** Filters of the games that the openings tree counts and the archive lists, and their form in a URL. */
import type { Period, TimeClass } from '#lib/net/types.ts';
import { TIME_CLASSES } from '#lib/ratings/ratingText.ts';

/** The ratings at which a class ends and the next one begins. */
export const RATING_STEPS = [1300, 1500, 1700, 1900];
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8', 'perfect'];

export interface GameFilters {
  /** Everybody, people only, with bots, or a level of bots. */
  players: string;
  time: TimeClass | 'all';
  /** All games, rated games, or those in which the mean of the players' ratings is in a class, by its place. */
  rating: 'all' | 'rated' | number;
}

export interface ArchiveFilters extends GameFilters {
  /** Names of people who played; "" means anybody. */
  player: string;
  opponent: string;
  /** A position of the openings tree: the key of its start, and the moves that lead to it. */
  start: string;
  moves: string[];
  /** Counted from 1. */
  page: number;
}

export const ALL_GAMES: ArchiveFilters = {
  players: 'all',
  time: 'all',
  rating: 'all',
  player: '',
  opponent: '',
  start: '',
  moves: [],
  page: 1,
};

/** Return the limits of a class of ratings; the first has no lower and the last no upper one. */
export function ratingQuery(place: number): { rating_from?: number; rating_to?: number } {
  const [from, to] = [RATING_STEPS[place - 1], RATING_STEPS[place]];
  return { ...(from === undefined ? {} : { rating_from: from }), ...(to === undefined ? {} : { rating_to: to }) };
}

/** Return the filters as parameters of a request. */
export function filterQuery({ players, time, rating }: GameFilters) {
  const against: 'people' | 'bots' | null = players === 'people' || players === 'bots' ? players : null;
  return {
    ...(against ? { against } : {}),
    ...(players === 'all' || against ? {} : { level: players }),
    ...(time === 'all' ? {} : { time_class: time }),
    ...(rating === 'rated' ? { rated: true } : {}),
    ...(typeof rating === 'number' ? ratingQuery(rating) : {}),
  };
}

/** Return the filters of the archive as parameters of a request, without the page. */
export function archiveQuery(filters: ArchiveFilters, game: string, period: Period) {
  const player = [filters.player, filters.opponent].filter(Boolean);
  return {
    period,
    ...(game ? { game } : {}),
    ...(player.length ? { player } : {}),
    ...(filters.start ? { start: filters.start, move: filters.moves } : {}),
    ...filterQuery(filters),
  };
}

/** Return the address of the archive with some filters. */
export function archiveUrl(filters: Partial<ArchiveFilters>, game: string, period: Period): string {
  return `/statistics?${writeArchive({ ...ALL_GAMES, ...filters }, { part: 'games', period, ...(game ? { game } : {}) })}`;
}

/** Parse the filters in a URL; invalid parts are ignored. */
export function readArchive(search: Pick<URLSearchParams, 'get' | 'getAll'>): ArchiveFilters {
  const word = (key: string) => (search.get(key) ?? '').slice(0, 200);
  const [page, rating] = [Number(word('page')), word('rating')];
  return {
    players: ['people', 'bots', ...LEVELS].find((one) => one === word('players')) ?? 'all',
    time: TIME_CLASSES.find((one) => one === word('time')) ?? 'all',
    rating: rating === 'rated' ? 'rated' : /^[0-4]$/.test(rating) ? Number(rating) : 'all',
    player: word('player'),
    opponent: word('opponent'),
    start: word('start'),
    moves: word('start') ? search.getAll('move') : [],
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** Return the filters as a query string after other parameters. */
export function writeArchive(filters: ArchiveFilters, others: Record<string, string>): string {
  const { moves, ...single } = filters;
  const search = new URLSearchParams(others);
  for (const [key, value] of Object.entries(single)) {
    if (value !== ALL_GAMES[key as keyof typeof single]) {
      search.set(key, String(value));
    }
  }
  for (const move of moves) {
    search.append('move', move);
  }
  return search.toString();
}
