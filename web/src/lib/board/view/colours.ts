/** Colours of what is shown on a board and of pieces, named here once for the scene and the flat picture. */
import type { MarkChoice, PictureStyle, Theme } from '#lib/settings/schema.ts';
import { channels, colourDifference, isLight, mix, shade } from '#lib/theme/colour.ts';
import type { Tone } from './overlays/overlays.ts';

/** Overlays must be readable on wood in every theme. */
const TONES: Record<Exclude<Tone, number>, string> = {
  select: '#ffd76a',
  target: '#fff3d0',
  hover: '#ffffff',
  last: '#ffb347',
  mark: '#ff4f9a',
  hint: '#58b7ff',
  preview: '#9fd8ff',
  danger: '#ff4b3a',
  best: '#5fd38a',
  threat: '#ff9a3d',
  note: '#c9a2ff',
};

/** Distinguishable by lightness as well, in the palette of Okabe and Ito. */
const COLOUR_BLIND: Record<Exclude<Tone, number>, string> = {
  ...TONES,
  last: '#f0e442',
  mark: '#cc79a7',
  hint: '#56b4e9',
  danger: '#d55e00',
  best: '#009e73',
  threat: '#e69f00',
};

export function toneColour(tone: Tone, colours: readonly string[], theme: Theme): string {
  if (typeof tone === 'number') {
    return colours[tone] ?? NEUTRAL;
  }
  return (theme === 'colour-blind' ? COLOUR_BLIND : TONES)[tone];
}

/** The colour of neutral pieces. */
export const NEUTRAL = '#9a938a';

/** Return a colour for text on a colour: nearly black or nearly white, like printed ink. */
export function inkColour(colour: string): string {
  return isLight(colour) ? '#1c140d' : '#fff9ee';
}

/** Return the colour of a piece's rim: darker than the piece, or lighter if it is nearly black. */
export function rimColour(colour: string): string {
  const [red, green, blue] = channels(colour);
  return red + green + blue < 210 ? mix(colour, '#ffffff', 0.35) : shade(colour, 0.55);
}

/** Below this distance in Oklab, two seats' colours can be mistaken for one another in light and shadow. */
const CLOSE_COLOURS = 0.13;

/** Return whether pieces need the marks of their seats: where colours may not suffice, or by choice. */
export function needsMarks(
  choice: MarkChoice,
  theme: Theme,
  colours: readonly string[],
  picture: PictureStyle = 'natural',
): boolean {
  if (choice !== 'auto') {
    return choice === 'always';
  }
  const close = colours.some((one, n) =>
    colours.slice(n + 1).some((other) => colourDifference(one, other) < CLOSE_COLOURS),
  );
  return close || theme === 'contrast' || theme === 'colour-blind' || picture === 'greyscale';
}
