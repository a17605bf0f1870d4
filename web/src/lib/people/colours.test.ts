import { expect, test } from 'vitest';
import { PALETTE, seatColours, similarColour } from './colours.ts';

test('a colour clashes with colours that look alike, whatever their name', () => {
  const taken: [string, string][] = [
    ['Anna', '#d64545'],
    ['Ben', '#3b82d6'],
  ];
  expect(similarColour('#d04a4a', taken)).toBe('Anna');
  expect(similarColour('#3f9b4f', taken)).toBeUndefined();
});

test('the colours that are offered never clash with each other', () => {
  for (const one of PALETTE) {
    expect(
      similarColour(
        one,
        PALETTE.filter((other) => other !== one).map((other) => [other, other]),
      ),
    ).toBeUndefined();
  }
});

test('a default colour yields to a similar chosen one, and returns when that is released', () => {
  const [yellow, green, red] = ['#e3b324', '#3f9b4f', '#cc3b44'];
  expect(seatColours(['', ''], [yellow, green])).toEqual([yellow, green]);
  expect(seatColours([green, ''], [yellow, green])).toEqual([green, yellow]);
  expect(seatColours([red, ''], [yellow, green])).toEqual([red, green]);
  // Two equal choices stay: the server refuses them.
  expect(seatColours([green, green], [yellow, green])).toEqual([green, green]);
});

test('a replacement colour never clashes with a third player', () => {
  const usual = ['#3b82d6', '#e5852a', '#35b5ad'];
  const colours = seatColours(['#e5852a', '', '#3b82d6'], usual);
  expect(colours.slice(0, 1).concat(colours.slice(2))).toEqual(['#e5852a', '#3b82d6']);
  expect(
    similarColour(colours[1] ?? '', [
      ['A', '#e5852a'],
      ['C', '#3b82d6'],
    ]),
  ).toBeUndefined();
});
