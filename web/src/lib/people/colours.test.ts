import { expect, test } from 'vitest';
import { clash, difference, inkOn, isColour, PALETTE, seatColours } from './colours.ts';

test('black and white are one apart, a colour is not apart from itself', () => {
  expect(difference('#000000', '#ffffff')).toBeCloseTo(1, 3);
  expect(difference('#c03a2b', '#c03a2b')).toBe(0);
});

test('a colour clashes with what looks alike, whatever it is called', () => {
  const taken: [string, string][] = [
    ['Anna', '#d64545'],
    ['Ben', '#3b82d6'],
  ];
  expect(clash('#d04a4a', taken)).toBe('Anna');
  expect(clash('#3f9b4f', taken)).toBeUndefined();
});

test('the colours that are offered never clash with each other', () => {
  for (const one of PALETTE) {
    expect(
      clash(
        one,
        PALETTE.filter((other) => other !== one).map((other) => [other, other]),
      ),
    ).toBeUndefined();
  }
});

test('text on a colour is black or white', () => {
  expect([inkOn('#f3ecdb'), inkOn('#23262b'), inkOn('#efd24a')]).toEqual(['#000000', '#ffffff', '#000000']);
});

test('only #rrggbb is a colour', () => {
  expect(['#A0b1c2', 'red', '#fff', '#12345g', ''].map(isColour)).toEqual([true, false, false, false, false]);
});

test('who chose no colour gives way to a chosen one that looks alike, and comes back when that is left', () => {
  const [yellow, green, red] = ['#e3b324', '#3f9b4f', '#cc3b44'];
  expect(seatColours(['', ''], [yellow, green])).toEqual([yellow, green]);
  expect(seatColours([green, ''], [yellow, green])).toEqual([green, yellow]);
  expect(seatColours([red, ''], [yellow, green])).toEqual([red, green]);
  // Both chose: nobody gives way, and the server says what is wrong.
  expect(seatColours([green, green], [yellow, green])).toEqual([green, green]);
});

test('who gives way never takes a third one’s colour', () => {
  const usual = ['#3b82d6', '#e5852a', '#35b5ad'];
  const colours = seatColours(['#e5852a', '', '#3b82d6'], usual);
  expect(colours.slice(0, 1).concat(colours.slice(2))).toEqual(['#e5852a', '#3b82d6']);
  expect(
    clash(colours[1] ?? '', [
      ['A', '#e5852a'],
      ['C', '#3b82d6'],
    ]),
  ).toBeUndefined();
});
