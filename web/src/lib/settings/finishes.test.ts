import { expect, test } from 'vitest';
import {
  EARNED_PIECES,
  EVERY,
  finishOf,
  isEarned,
  lockedIn,
  PIECE_FINISHES,
  PRESETS,
  presetOf,
  readFinishes,
  withFinish,
} from './finishes.ts';

test('a game has its own finish, or that of every game', () => {
  const finishes = { [EVERY]: { board: 'felt' as const }, go: { board: 'stone' as const } };
  expect(finishOf(finishes, 'go')).toEqual({ board: 'stone' });
  expect(finishOf(finishes, 'chess')).toEqual({ board: 'felt' });
  expect(finishOf({}, 'chess')).toEqual({});
});

test('an empty finish is taken away, unless it has to differ from that of every game', () => {
  expect(withFinish({ go: { board: 'felt' } }, 'go', {})).toEqual({});
  expect(withFinish({ [EVERY]: { board: 'felt' } }, 'go', {})).toEqual({ [EVERY]: { board: 'felt' }, go: {} });
  expect(withFinish({}, 'go', { board: 'felt', primary: '' })).toEqual({ go: { board: 'felt' } });
});

test.each([
  null,
  'felt',
  [],
  { go: null },
  { go: { board: 'gold' } },
  { go: { primary: 'red' } },
  { go: { more: 1 } },
  { 'a b': {} },
  Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`g${n}`, {}])),
])('%j is no set of finishes', (kept) => {
  expect(readFinishes(kept)).toBeUndefined();
});

test('presets need nothing that has to be earned, and are told apart', () => {
  expect(lockedIn(Object.fromEntries(PRESETS.map(({ key, finish }) => [key, finish])), [])).toBeUndefined();
  for (const { key, finish } of PRESETS) {
    expect(presetOf(finish)).toBe(key);
  }
  expect(presetOf({ board: 'metal', primary: '#010203' })).toBeUndefined();
});

test('what has to be earned is locked until it is', () => {
  expect(PIECE_FINISHES.filter(isEarned)).toEqual([...EARNED_PIECES]);
  for (const piece of EARNED_PIECES) {
    expect(lockedIn({ go: { pieces: piece } }, [])).toBe(piece);
    expect(lockedIn({ go: { pieces: piece } }, [piece])).toBeUndefined();
  }
});
