import { expect, test } from 'vitest';
import type { MatchSummaryView } from '#lib/net/types.ts';
import { matchUrl, seatsToLogIn } from './seatLogins.ts';

const match = {
  id: 'k3',
  seats: [
    { player: { is: 'guest', name: 'Ben' } },
    { player: { is: 'account', name: 'Anna' } },
    { player: { is: 'guest', name: 'Cleo' } },
  ],
} as MatchSummaryView;

test('seats are found by their names after random sides', () => {
  const address = matchUrl(match, ['Cleo', 'Ben', 'Anna']);
  expect(seatsToLogIn(new URL(address, 'http://here'))).toEqual([0, 2]);
});

test('no login is requested unless a seat needs one', () => {
  expect(matchUrl(match, [])).toBe('/match/k3');
  expect(seatsToLogIn(new URL('http://here/match/k3?log-in=x'))).toEqual([]);
});
