/** Colours: of the wood, of what is shown on it, and of pieces. Named here once for the scene and the flat picture. */
import type { Theme } from '#lib/settings/schema.ts';
import type { Tone } from './decor.ts';

export interface Wood {
  /** The slab, its edge, and the field in its middle where sites are bare dots. */
  slab: string;
  edge: string;
  field: string;
  line: string;
  tracks: readonly string[];
  light: string;
  dark: string;
  hollow: string;
  label: string;
  tray: string;
}

const WOOD: Wood = {
  slab: '#a37c56',
  edge: '#5e3d23',
  field: '#222c33',
  line: '#3a2411',
  tracks: ['#10536f', '#8c2a12', '#3c6624'],
  light: '#dcc39a',
  dark: '#8f6540',
  hollow: '#5d3d22',
  label: '#331f0b',
  tray: '#3d2a1c',
};

const CONTRAST: Wood = {
  slab: '#5a5f66',
  edge: '#ffffff',
  field: '#101418',
  line: '#ffffff',
  tracks: ['#5fd0ff', '#ffb03a', '#a8ff78'],
  light: '#8b9199',
  dark: '#3c4148',
  hollow: '#23272c',
  label: '#ffffff',
  tray: '#1c1f24',
};

export function woodOf(theme: Theme): Wood {
  return theme === 'contrast' ? CONTRAST : WOOD;
}

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
};

/** Told apart by lightness as well, in the palette of Okabe and Ito. */
const COLOUR_BLIND: Record<Exclude<Tone, number>, string> = {
  ...TONES,
  last: '#f0e442',
  mark: '#cc79a7',
  hint: '#56b4e9',
  danger: '#d55e00',
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
  const [red, green, blue] = channels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 130 ? '#231a12' : '#fff7ea';
}

/** The rim of a piece: darker than it, or lighter where it is nearly black. */
export function rimOf(colour: string): string {
  const [red, green, blue] = channels(colour);
  return red + green + blue < 210 ? mix(colour, '#ffffff', 0.35) : shade(colour, 0.55);
}

/** The colours of tracks by their style: each style that begins with "track" has its own. */
export function trackColour(styles: readonly string[], style: string, wood: Wood): string {
  if (!style.startsWith('track')) {
    return wood.line;
  }
  const tracks = [...new Set(styles.filter((one) => one.startsWith('track')))];
  return wood.tracks[tracks.indexOf(style) % wood.tracks.length] ?? wood.line;
}
