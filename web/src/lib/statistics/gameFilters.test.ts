import { expect, test } from 'vitest';
import { ALL_GAMES, type ArchiveFilters, archiveQuery, archiveUrl, readArchive } from './gameFilters.ts';

const SOME: ArchiveFilters = {
  players: '3',
  time: 'blitz',
  rating: 0,
  player: 'Anna & Söhne',
  opponent: 'Ben',
  start: '0123456789abcdef',
  moves: ['4,0-3,0', 'a=1&b'],
  page: 2,
};

test('filters survive the way through an address', () => {
  const address = archiveUrl(SOME, 'sim', 'week');
  const search = new URL(address, 'http://parlour').searchParams;
  expect([search.get('part'), search.get('game'), search.get('period')]).toEqual(['games', 'sim', 'week']);
  expect(readArchive(search)).toEqual(SOME);
  expect(archiveUrl({}, '', 'all')).toBe('/statistics?part=games&period=all');
});

test('invalid parts of an address are ignored', () => {
  const search = new URLSearchParams('players=9&time=soon&rating=7&page=-1&move=A-B');
  expect(readArchive(search)).toEqual(ALL_GAMES);
});

test('a request has only what restricts the list', () => {
  expect(archiveQuery(ALL_GAMES, '', 'all')).toEqual({ period: 'all' });
  expect(archiveQuery(SOME, 'sim', 'all')).toEqual({
    period: 'all',
    game: 'sim',
    player: ['Anna & Söhne', 'Ben'],
    start: SOME.start,
    move: SOME.moves,
    level: '3',
    time_class: 'blitz',
    rating_to: 1300,
  });
  expect(archiveQuery({ ...ALL_GAMES, players: 'bots', rating: 'rated' }, '', 'all')).toEqual({
    period: 'all',
    against: 'bots',
    rated: true,
  });
});
