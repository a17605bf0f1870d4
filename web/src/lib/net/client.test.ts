import { describe, expect, it, test } from 'vitest';
import { apiUrl, type get, type post, ServerError, UnreachableError } from './client.ts';
import { failureTitle } from './errorText.ts';

describe('the URL of a path', () => {
  it('has its parameters filled in and encoded', () => {
    expect(apiUrl('/api/games/{key}', { path: { key: 'a/b c' } })).toBe('/api/games/a%2Fb%20c');
    expect(apiUrl('/api/matches/{match}/record', { path: { match: 'm' }, query: { form: 'json' } })).toBe(
      '/api/matches/m/record?form=json',
    );
  });

  it('omits empty parameters and repeats lists', () => {
    const query = { game: '', level: null, tag: undefined, star: false, limit: 0, matches: ['a', 'b'] };
    expect(apiUrl('/api/library', { query })).toBe('/api/library?star=false&limit=0&matches=a&matches=b');
    expect(apiUrl('/api/library')).toBe('/api/library');
  });
});

/** Check types at compile time only: each of these must be an error. */
function wrongRequests(read: typeof get, write: typeof post): void {
  // @ts-expect-error no such path
  void read('/api/game');
  // @ts-expect-error the path's parameter is missing
  void read('/api/games/{key}');
  // @ts-expect-error no such value in the query
  void read('/api/matches', { query: { which: 'all' } });
  // @ts-expect-error a body that the path does not take
  void write('/api/log-in', { body: { name: 'Ada' } });
  // @ts-expect-error a response of another type
  void (read('/api/games') satisfies Promise<string>);
}

test('wrong requests do not compile', () => {
  expect(wrongRequests).toBeTypeOf('function');
});

test('only what the server does not have is called missing', () => {
  const answer = (status: number) => new ServerError(status, { error: 'x', text: 'x', line: null, column: null });
  for (const error of [answer(404), new Error('It was deleted.')]) {
    expect(failureTitle(error, 'Class not found')).toBe('Class not found');
  }
  for (const error of [answer(429), answer(503), new UnreachableError()]) {
    expect(failureTitle(error, 'Class not found')).toBe('Something went wrong');
  }
});
