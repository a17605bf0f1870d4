/** Colours: of what is shown on a board, and of pieces. Named here once for the scene and the flat picture. */
import type { Theme } from '#lib/settings/schema.ts';
import type { Tone } from './decor.ts';

/** What is shown on the wood must be read on it whatever the page's theme is. */
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

/** Told apart by lightness as well, in the palette of Okabe and Ito. */
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

/** The colour of what belongs to nobody. */
export const NEUTRAL = '#9a938a';

export function channels(colour: string): [number, number, number] {
  const digits = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) ? colour.slice(1) : '808080';
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return [0, 2, 4].map((n) => Number.parseInt(full.slice(n, n + 2), 16)) as [number, number, number];
}

/** A colour made darker (below 1) or lighter. */
export function shade(colour: string, by: number): string {
  return `#${channels(colour)
    .map((value) =>
      Math.min(255, Math.round(value * by))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export function mix(one: string, other: string, part: number): string {
  const [a, b] = [channels(one), channels(other)];
  return `#${a
    .map((value, n) =>
      Math.round(value + (b[n]! - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** What can be read on a colour: nearly black or nearly white. */
export function inkOn(colour: string): string {
  return isLight(colour) ? '#1c140d' : '#fff9ee';
}

/** Whether black is read better on a colour than white: by light as the eye has it, where both read alike at 0.18. */
export function isLight(colour: string): boolean {
  return luminance(colour) > 0.18;
}

/** How light a colour is to the eye, from 0 to 1, as WCAG reckons. */
export function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How well one colour is read on another, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The rim of a piece: darker than it, or lighter where it is nearly black. */
export function rimOf(colour: string): string {
  const [red, green, blue] = channels(colour);
  return red + green + blue < 210 ? mix(colour, '#ffffff', 0.35) : shade(colour, 0.55);
}
