/** Colours of pieces: which to offer, and which seat has which. */
import { colourDifference } from '#lib/theme/colour.ts';

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
export const COLOUR_PREFERENCE = 'colour';

/** Two colours differ at least so much (in Oklab, where black and white differ by 1). The server asks the same. */
export const MIN_DIFFERENCE = 0.12;

/** The first of `taken` (name to colour) that `colour` could be mistaken for; undefined if none. */
export function similarColour(colour: string, taken: Iterable<[name: string, colour: string]>): string | undefined {
  for (const [name, other] of taken) {
    if (colourDifference(colour, other) < MIN_DIFFERENCE) {
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
      : chosen.findIndex((other) => other !== '' && colourDifference(other, usual[seat] ?? other) < MIN_DIFFERENCE);
    if (taker < 0) {
      return;
    }
    const others: [string, string][] = colours.flatMap((colour, n) => (n === seat ? [] : [[String(n), colour]]));
    colours[seat] =
      [usual[taker] ?? '', ...PALETTE].find((one) => one && !similarColour(one, others)) ?? colours[seat] ?? '';
  });
  return colours;
}
