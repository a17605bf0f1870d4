import { expect, test } from 'vitest';
import type { MatchSummary } from '#lib/net/types.ts';
import { matchAddress, seatsToLogIn } from './seatLogins.ts';

const match = {
  id: 'k3',
  seats: [
    { player: { is: 'guest', name: 'Ben' } },
    { player: { is: 'account', name: 'Anna' } },
    { player: { is: 'guest', name: 'Cleo' } },
  ],
} as MatchSummary;

test('seats are found by their names, wherever lots have put them', () => {
  const address = matchAddress(match, ['Cleo', 'Ben', 'Anna']);
  expect(seatsToLogIn(new URL(address, 'http://here'))).toEqual([0, 2]);
});

test('nobody is asked unless somebody shall log in', () => {
  expect(matchAddress(match, [])).toBe('/match/k3');
  expect(seatsToLogIn(new URL('http://here/match/k3?log-in=x'))).toEqual([]);
});
