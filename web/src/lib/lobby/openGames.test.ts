import { expect, test } from 'vitest';
import type { MatchSummaryView } from '#lib/net/types.ts';
import { freeSides, isOwn, playerNames } from './openGames.ts';

const match = {
  seats: [
    { player: { is: 'guest', name: 'Anna' }, side: 'Red', yours: false },
    { player: { is: 'open', name: '' }, side: 'Blue', yours: false },
    { player: { is: 'bot', name: 'Level 3' }, side: 'Green', yours: false },
  ],
} as unknown as MatchSummaryView;

test('an open game names its players and free sides', () => {
  expect(playerNames(match)).toBe('Anna, Level 3');
  expect(freeSides(match)).toEqual(['Blue']);
});

test('a game with a seat of the viewer is their own', () => {
  expect(isOwn(match)).toBe(false);
  const seats = match.seats.map((seat, n) => ({ ...seat, yours: n === 0 }));
  expect(isOwn({ ...match, seats })).toBe(true);
});
