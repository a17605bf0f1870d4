/** Colours of pieces: which to offer, and whether two can be told apart. */

/** Colours that go well on wood and felt, and well with each other. */
export const PALETTE = [
  '#f3ecdb',
  '#efd24a',
  '#e5852a',
  '#cc3b44',
  '#cf5fb0',
  '#7b58cf',
  '#3b82d6',
  '#35b5ad',
  '#2f8f46',
  '#a7b83a',
  '#6e4326',
  '#23262b',
] as const;

/** The preference that keeps somebody's own colour. */
export const COLOUR = 'colour';

/** Two colours differ at least so much (in Oklab, where black and white differ by 1). The server asks the same. */
export const APART = 0.12;

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** How different two colours look: their distance in Oklab (Björn Ottosson, "A perceptual color space"). */
export function difference(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The first of `taken` (name to colour) that `colour` could be mistaken for; undefined if none. */
export function clash(colour: string, taken: Iterable<[name: string, colour: string]>): string | undefined {
  for (const [name, other] of taken) {
    if (difference(colour, other) < APART) {
      return name;
    }
  }
  return undefined;
}

/**
 * The colours of all seats. What somebody chose stands; whoever chose nothing ("") has the usual colour of their side, and
 * gives way where that could be mistaken for a chosen one: to the usual colour of the seat that took theirs, if it is free.
 */
export function seatColours(chosen: readonly string[], usual: readonly string[]): string[] {
  const colours = chosen.map((colour, seat) => colour || usual[seat] || '');
  chosen.forEach((own, seat) => {
    const taker = own
      ? -1
      : chosen.findIndex((other) => other !== '' && difference(other, usual[seat] ?? other) < APART);
    if (taker < 0) {
      return;
    }
    const others: [string, string][] = colours.flatMap((colour, n) => (n === seat ? [] : [[String(n), colour]]));
    colours[seat] = [usual[taker] ?? '', ...PALETTE].find((one) => one && !clash(one, others)) ?? colours[seat] ?? '';
  });
  return colours;
}

/** Black or white: whichever reads better on a colour. */
export function inkOn(colour: string): string {
  return oklab(colour)[0] > 0.62 ? '#000000' : '#ffffff';
}

function oklab(colour: string): [number, number, number] {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

/** A part of an sRGB colour as light. */
function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
