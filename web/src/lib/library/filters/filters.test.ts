import { describe, expect, it } from 'vitest';
import {
  ALL_FILTERS,
  activeFilters,
  areSameFilters,
  libraryQuery,
  pageCount,
  readFilters,
  readOptions,
  toggleSort,
  visiblePages,
  withChanges,
  withOption,
  writeFilters,
} from './filters.ts';

describe('filters in the URL', () => {
  it('no filters give the plain URL', () => {
    expect(writeFilters(ALL_FILTERS)).toBe('');
    expect(readFilters(new URLSearchParams(''))).toEqual(ALL_FILTERS);
  });

  it('are equal if their URLs are equal', () => {
    expect(areSameFilters(ALL_FILTERS, readFilters(new URLSearchParams('page=1&sort=updated')))).toBe(true);
    expect(areSameFilters(ALL_FILTERS, { ...ALL_FILTERS, page: 2 })).toBe(false);
    expect(areSameFilters({ ...ALL_FILTERS, star: true }, { ...ALL_FILTERS, commented: true })).toBe(false);
  });

  it('are read back unchanged', () => {
    const filters = {
      ...ALL_FILTERS,
      text: 'Änna & co',
      game: 'pylos',
      options: 'size=4,line=on',
      against: 'bots' as const,
      level: '4.3',
      result: 'won' as const,
      finished: 'yes' as const,
      from: '2026-01-31',
      to: '2026-02-01',
      shortest: '10',
      longest: '80',
      star: true,
      tag: 'to show',
      commented: true,
      sort: 'plies' as const,
      descending: false,
      page: 3,
    };
    expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
  });

  it('invalid values are ignored', () => {
    const search = new URLSearchParams(
      'options=size%3D4&shortest=-3&longest=many&result=x&level=99&from=2026-99-99&to=yesterday&sort=colour&page=-4&star=maybe&finished=perhaps&against=all',
    );
    expect(readFilters(search)).toEqual(ALL_FILTERS);
  });
});

describe('changing filters', () => {
  it('resets to the first page, unless the page is changed', () => {
    const third = { ...ALL_FILTERS, page: 3 };
    expect(withChanges(third, { game: 'sim' })).toMatchObject({ game: 'sim', page: 1 });
    expect(withChanges(third, { page: 4 }).page).toBe(4);
  });

  it('changing the game clears the options', () => {
    const four = { ...ALL_FILTERS, game: 'pylos', options: 'size=4' };
    expect(withChanges(four, { game: 'sim' }).options).toBe('');
    expect(withChanges(four, { result: 'won' }).options).toBe('size=4');
  });

  it('options are set one by one', () => {
    expect(withOption('', 'size', '4')).toBe('size=4');
    expect(withOption('size=4', 'line', 'on')).toBe('size=4,line=on');
    expect(withOption('size=4,line=on', 'size', '')).toBe('line=on');
    expect(readOptions('size=4,line=on')).toEqual({ size: '4', line: 'on' });
    expect(readOptions('')).toEqual({});
  });

  it('a column is sorted in its default order first, then reversed', () => {
    const first = toggleSort(ALL_FILTERS, 'opponent');
    expect([first.sort, first.descending]).toEqual(['opponent', false]);
    expect(toggleSort(first, 'opponent').descending).toBe(true);
    expect(toggleSort(ALL_FILTERS, 'plies').descending).toBe(true);
  });

  it('lists the active filters', () => {
    expect(activeFilters({ ...ALL_FILTERS, sort: 'game', page: 2, star: true, text: 'x' })).toEqual(['text', 'star']);
  });
});

describe('the query to the server', () => {
  it('days are whole days in the viewer’s time zone', () => {
    const query = libraryQuery({ ...ALL_FILTERS, from: '2026-03-01', to: '2026-03-01', page: 2 }, 24);
    expect(query.since).toBe(new Date(2026, 2, 1).getTime());
    expect(query.until).toBe(new Date(2026, 2, 2).getTime());
    expect([query.offset, query.limit]).toEqual([24, 24]);
  });

  it('omits inactive filters', () => {
    const query = libraryQuery(ALL_FILTERS, 24);
    expect([query.finished, query.star, query.results, query.since]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(libraryQuery({ ...ALL_FILTERS, finished: 'no' }, 24).finished).toBe(false);
  });
});

describe('pages', () => {
  it('there is always at least one', () => {
    expect([pageCount(0, 24), pageCount(24, 24), pageCount(25, 24)]).toEqual([1, 1, 2]);
  });

  it('include the first, the last and the neighbouring ones', () => {
    expect(visiblePages(1, 1)).toEqual([1]);
    expect(visiblePages(2, 3)).toEqual([1, 2, 3]);
    expect(visiblePages(1, 4)).toEqual([1, 2, 3, 4]);
    expect(visiblePages(50, 100)).toEqual([1, null, 49, 50, 51, null, 100]);
  });
});
