import { expect, test } from 'vitest';
import type { MatchSummaryView } from '#lib/net/types.ts';
import { freeSides, isOwn, playerNames } from './openGames.ts';
import { openTermsText } from './terms.ts';

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

test('an open game has its terms in words', () => {
  const clock = { kind: 'down' as const, limits: [{ base: 300_000, increment: 3000 }] };
  const open = { ...match, rated: true, terms: { variant: 'Four dots', clock } };
  expect(openTermsText(open)).toBe('Four dots\u00a0· 5:00 + 3 s\u00a0· Rated\u00a0· You play Blue');
  const days = { kind: 'down' as const, limits: [{ per_turn: 3 * 24 * 3600 * 1000 }] };
  const slow = { ...open, rated: false, terms: { variant: '', clock: days } };
  expect(openTermsText(slow)).toBe('3 days per turn\u00a0· Unrated\u00a0· You play Blue');
  const uneven = { kind: 'down' as const, limits: [{ base: 600_000 }, { base: 300_000 }] };
  expect(openTermsText({ ...slow, terms: { variant: '', clock: uneven } })).toContain('10:00 / 5:00\u00a0·');
});
