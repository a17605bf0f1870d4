import { expect, test } from 'vitest';
import { PIECE_MATERIALS } from '#lib/board/view/finish.ts';
import {
  ANY_GAME,
  finishOf,
  isEarned,
  lockedMaterial,
  PRESETS,
  presetOf,
  readFinishes,
  withFinish,
} from './finishes.ts';

test('a game has its own finish, or that of every game', () => {
  const finishes = { [ANY_GAME]: { board: 'felt' as const }, go: { board: 'stone' as const } };
  expect(finishOf(finishes, 'go')).toEqual({ board: 'stone' });
  expect(finishOf(finishes, 'chess')).toEqual({ board: 'felt' });
  expect(finishOf({}, 'chess')).toEqual({});
});

test('an empty finish is removed, unless it overrides the common one', () => {
  expect(withFinish({ go: { board: 'felt' } }, 'go', {})).toEqual({});
  expect(withFinish({ [ANY_GAME]: { board: 'felt' } }, 'go', {})).toEqual({ [ANY_GAME]: { board: 'felt' }, go: {} });
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
])('%j is not a valid set of finishes', (kept) => {
  expect(readFinishes(kept)).toBeUndefined();
});

test('presets use no locked finishes, and differ from each other', () => {
  expect(lockedMaterial(Object.fromEntries(PRESETS.map(({ key, finish }) => [key, finish])), [])).toBeUndefined();
  for (const { key, finish } of PRESETS) {
    expect(presetOf(finish)).toBe(key);
  }
  expect(presetOf({ board: 'metal', primary: '#010203' })).toBeUndefined();
});

test('finishes that must be earned are locked until then', () => {
  const earned = PIECE_MATERIALS.filter(isEarned);
  expect(earned.length).toBeGreaterThan(0);
  expect(PIECE_MATERIALS.filter((piece) => !isEarned(piece)).length).toBeGreaterThanOrEqual(3);
  for (const piece of earned) {
    expect(lockedMaterial({ go: { pieces: piece } }, [])).toBe(piece);
    expect(lockedMaterial({ go: { pieces: piece } }, [piece])).toBeUndefined();
  }
});
