/** Colours of pieces: the palette, and the colours of seats. */
import { colourDifference } from '#lib/theme/colour.ts';

/** Colours that suit wood and felt, and each other. */
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

/** Key of the preference that stores a person's colour. */
export const COLOUR_PREFERENCE = 'colour';

/** Minimum difference of two colours in Oklab, where black and white differ by 1. The server has the same limit. */
export const MIN_DIFFERENCE = 0.12;

/** Return the first entry of `taken` that `colour` could be mistaken for. */
export function similarColour(colour: string, taken: Iterable<[name: string, colour: string]>): string | undefined {
  for (const [name, other] of taken) {
    if (colourDifference(colour, other) < MIN_DIFFERENCE) {
      return name;
    }
  }
  return undefined;
}

/**
 * Return the colours of all seats. Chosen colours stay. A seat without a choice ("") has its default, unless that is
 * too similar to a chosen one: then it takes the default of the seat that chose it, if free.
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
