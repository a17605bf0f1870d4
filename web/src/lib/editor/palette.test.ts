import { expect, test } from 'vitest';
import type { Kind, PaletteKindView, PaletteView, Side } from '#lib/net/types.ts';
import { canTurn, isSameTool, keyAction, paletteItems } from './palette.ts';

const MAN: PaletteKindView = { kind: 'man', label: 'man', owners: [0, 1], facings: 1, ends: 1 };
const GLASS: PaletteKindView = { ...MAN, kind: 'glass', label: 'glass', facings: 4 };
const LINE: PaletteKindView = { ...MAN, kind: 'line', label: 'line', ends: 2 };
const SIDES = [
  { name: 'Light', symbol: 'o' },
  { name: 'Dark', symbol: 'x' },
] as Side[];
const KINDS = [{ name: 'glass', degrees: 90 }] as Kind[];
const palette = (...kinds: PaletteKindView[]): PaletteView => ({
  editable: true,
  kinds,
  stages: [],
  counters: [],
  legend: [],
});

test('every piece of every side has its digit, then the tools that make sense', () => {
  const items = paletteItems(palette(MAN, GLASS), SIDES, KINDS, 2);
  expect(items.map(({ key, text }) => `${key} ${text}`)).toEqual([
    '1 Light: man',
    '2 Light: glass',
    '3 Dark: man',
    '4 Dark: glass',
    '5 Move',
    '6 Rotate',
    '7 Erase',
  ]);
  // The pieces of a side share a row, so that the kind suffices below each; a single kind is told by its side.
  expect(items.slice(0, 4).map(({ label }) => label)).toEqual(['man', 'glass', 'man', 'glass']);
  expect(paletteItems(palette(MAN), SIDES, KINDS, 2).map(({ label }) => label)).toEqual([
    'Light',
    'Dark',
    undefined,
    undefined,
  ]);
  // A piece is drawn as it will be placed.
  expect(items.slice(0, 2).map(({ kind, angle }) => [kind?.name, angle])).toEqual([
    [undefined, 0],
    ['glass', 180],
  ]);
  expect(items[1]?.tool).toEqual({ is: 'piece', kind: 'glass', owner: 0, facing: 2 });
  expect(paletteItems(palette(LINE), SIDES, KINDS, 0).map((item) => item.text)).toEqual([
    'Light: line',
    'Dark: line',
    'Erase',
  ]);
  expect([canTurn(palette(GLASS)), canTurn(palette(MAN))]).toEqual([true, false]);
});

test('the tenth item is 0, and later ones have no key', () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ ...MAN, kind: `k${n}`, label: `k${n}` }));
  const keys = paletteItems(palette(...many), SIDES, KINDS, 0).map((item) => item.key);
  expect(keys.slice(8)).toEqual(['9', '0', '', '', '', '']);
});

test('a text-based game offers its characters', () => {
  const legend = [
    { written: 'W', text: 'white', word: false },
    { written: 'w', text: 'white to move', word: true },
    { written: '10', text: 'ten', word: false },
  ];
  const items = paletteItems({ ...palette(), editable: false, legend }, SIDES, KINDS, 0);
  expect(items).toEqual([{ tool: { is: 'sign', sign: 0 }, text: 'white', letter: 'W', key: '1' }]);
});

test('digits select, Delete and T apply to the focused site; without letter keys only Delete does', () => {
  const items = paletteItems(palette(GLASS), SIDES, KINDS, 0);
  expect(keyAction('2', items, null, true)).toEqual({ choose: items[1] });
  expect(keyAction('9', items, 4, true)).toBeNull();
  expect(keyAction('Delete', items, 4, false)).toEqual({ tool: { is: 'erase' }, site: 4 });
  expect(keyAction('Delete', items, null, true)).toBeNull();
  expect(keyAction('T', items, 4, true)).toEqual({ tool: { is: 'turn' }, site: 4 });
  expect(keyAction('t', paletteItems(palette(MAN), SIDES, KINDS, 0), 4, true)).toBeNull();
  expect(keyAction('t', items, 4, false)).toBeNull();
  expect(keyAction('1', items, 4, false)).toBeNull();
});

test('a tool is the same for every orientation of its pieces', () => {
  expect(
    isSameTool({ is: 'piece', kind: 'a', owner: 0, facing: 1 }, { is: 'piece', kind: 'a', owner: 0, facing: 2 }),
  ).toBe(true);
  expect(isSameTool({ is: 'erase' }, { is: 'turn' })).toBe(false);
});
