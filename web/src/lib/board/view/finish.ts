/** Materials of boards and pieces, and the colours that follow from them, for the scene and the flat picture. */

import type { Appearance } from '#lib/net/types.ts';
import type { Theme } from '#lib/settings/schema.ts';
import { contrast, isLight, mix, shade } from '#lib/theme/colour.ts';
import { inkColour } from './colours.ts';
import { INLAYS, type Species, speciesOf, speciesOfMaterial } from './species.ts';

export const BOARD_MATERIALS = ['wood', 'felt', 'stone', 'metal'] as const;
export const PIECE_MATERIALS = [
  ...(['satin', 'matt', 'gloss'] as const),
  ...(['lacquer', 'stone', 'metal', 'glass', 'chrome', 'pearl', 'ember'] as const),
] as const;

export type BoardMaterial = (typeof BOARD_MATERIALS)[number];
export type PieceMaterial = (typeof PIECE_MATERIALS)[number];

/** How a user wants a board to look. Colours are `#rrggbb`; what is missing follows the game's own appearance. */
export interface Finish {
  board?: BoardMaterial;
  pieces?: PieceMaterial;
  /** The colour of the slab. */
  primary?: string;
  /** The colour of inlays: lines, dark cells, the cloth in the middle. */
  secondary?: string;
  /** The colour of the table below the board; without it the table has the colour of the theme. */
  table?: string;
  /** The background colour. */
  background?: string;
}

/** The cloth of the table in dark and light themes: of the flat picture, in light, and where the processor draws. */
export const TABLE_CLOTHS = {
  dark: '#26364b',
  light: '#b3a288',
  bright: '#e0cda9',
  plainDark: '#3e5068',
  plainLight: '#e0c8ae',
} as const;

/** How much larger than the board and its trays a flat table is, and the minimum margin around them. */
export const TABLE_SIZE = { larger: 1.12, room: 0.8 } as const;

/** The colours of a board. */
export interface BoardColours {
  material: BoardMaterial;
  /** The slab, its edge, and the field in its middle where sites are bare dots. */
  slab: string;
  edge: string;
  field: string;
  line: string;
  tracks: readonly string[];
  light: string;
  dark: string;
  hollow: string;
  /** Coordinates on the slab and on the field. */
  label: string;
  fieldLabel: string;
  tray: string;
}

/** The colours of a board, and the patterns of its face and its frame. */
export interface BoardPalette extends BoardColours {
  face: Species;
  /** The raised frame around the face; null where the board is one slab. */
  frame: Species | null;
  /** Edges and trays. */
  rim: Species;
  /** The metal of lines and coordinates. */
  inlay: string;
  /** The metal of a line that is inlaid along the edge; "" for none. */
  border: string;
}

const TRACKS_ON_LIGHT = ['#10536f', '#8c2a12', '#3c6624'] as const;
const TRACKS_ON_DARK = ['#7fd0ff', '#ffb088', '#c6ea86'] as const;

const BOARD_COLOURS: Record<BoardMaterial, BoardColours> = {
  wood: {
    material: 'wood',
    slab: '#a37c56',
    edge: '#5e3d23',
    field: '#222c33',
    line: '#3a2411',
    tracks: TRACKS_ON_LIGHT,
    light: '#dcc39a',
    dark: '#8f6540',
    hollow: '#5d3d22',
    label: '#2a1806',
    fieldLabel: '#efe3c8',
    tray: '#3d2a1c',
  },
  felt: {
    material: 'felt',
    slab: '#2c5a47',
    edge: '#55361f',
    field: '#1f4234',
    line: '#e8dcba',
    tracks: TRACKS_ON_DARK,
    light: '#5d8f76',
    dark: '#2b5443',
    hollow: '#183429',
    label: '#f6eed8',
    fieldLabel: '#f6eed8',
    tray: '#3d2a1c',
  },
  stone: {
    material: 'stone',
    slab: '#a3a5a7',
    edge: '#5a5d62',
    field: '#2d3136',
    line: '#2b2e33',
    tracks: TRACKS_ON_LIGHT,
    light: '#dddbd5',
    dark: '#83868b',
    hollow: '#5f6267',
    label: '#1a1c1f',
    fieldLabel: '#eceae4',
    tray: '#34373c',
  },
  metal: {
    material: 'metal',
    slab: '#4b545c',
    edge: '#2a3036',
    field: '#171b1f',
    line: '#c9d3da',
    tracks: TRACKS_ON_DARK,
    light: '#a3aeb6',
    dark: '#57616a',
    hollow: '#2b3238',
    label: '#f4f8fb',
    fieldLabel: '#e9eef2',
    tray: '#22272b',
  },
};

const CONTRAST_COLOURS: BoardColours = {
  material: 'wood',
  slab: '#5a5f66',
  edge: '#ffffff',
  field: '#101418',
  line: '#ffffff',
  tracks: ['#5fd0ff', '#ffb03a', '#a8ff78'],
  light: '#8b9199',
  dark: '#3c4148',
  hollow: '#23272c',
  label: '#ffffff',
  fieldLabel: '#ffffff',
  tray: '#1c1f24',
};

export const PLAIN_APPEARANCE: Appearance = {
  slab: 'oak',
  frame: '',
  inlay: 'brass',
  border: true,
  tracks: [],
  sites: 'dot',
  tilt: [32, 22],
};

/** Return the colours and patterns of a board. The high-contrast theme overrides every choice. */
export function boardPalette(
  theme: Theme,
  finish: Finish = {},
  appearance: Appearance = PLAIN_APPEARANCE,
): BoardPalette {
  const border = (metal: string) => (appearance.border ? metal : '');
  if (theme === 'contrast') {
    const rim = toned(speciesOfMaterial('wood'), CONTRAST_COLOURS.edge);
    const made = { ...patterns(CONTRAST_COLOURS, appearance), rim };
    return { ...CONTRAST_COLOURS, ...made, inlay: '#ffffff', border: border('#ffffff') };
  }
  const inlay = INLAYS[appearance.inlay] ?? INLAYS.brass!;
  if (finish.board || finish.primary || finish.secondary) {
    const colours = boardColours(theme, finish);
    const line = ensureContrast(inlay, colours.slab);
    return { ...colours, ...patterns(colours, appearance), inlay: line, border: border(line) };
  }
  const face = speciesOf(appearance.slab);
  const frame = appearance.frame ? speciesOf(appearance.frame) : null;
  const colours = naturalColours(face, frame, inlay, appearance.tracks);
  return { ...colours, face, frame, rim: frame ?? face, inlay, border: border(INLAYS.brass!) };
}

/** Return patterns for chosen colours. If most of a board is frame, the frame has the slab's colour. */
function patterns(colours: BoardColours, { frame, sites }: Appearance): Pick<BoardPalette, 'face' | 'frame' | 'rim'> {
  const species = speciesOfMaterial(colours.material);
  const solid = species.material === 'felt' ? speciesOf('teak') : species;
  const bare = sites === 'peg';
  const face = toned(species, bare ? colours.field : colours.slab);
  const raised = frame ? toned(solid, bare ? colours.slab : colours.edge) : null;
  // Cloth is stretched over wood. An edge that would vanish on a table is darker or lighter than the face.
  const edge = species !== solid ? solid : (raised ?? face);
  return { face, frame: raised, rim: standsOut(edge) ? edge : visibleRim(solid, colours.edge) };
}

/** Return whether a rim is visible on every table. */
function standsOut(rim: Species, least = MIN_RAIL_CONTRAST): boolean {
  return Object.values(TABLE_CLOTHS).every((cloth) => contrast(railColour({ rim }), cloth) >= least);
}

/** Return a rim of a colour, or of the nearest tone of it that is visible on every table. */
function visibleRim(species: Species, colour: string): Species {
  const tones = Array.from({ length: 20 }, (_, n) => n / 20).flatMap((part) => [
    toned(species, shade(colour, 1 - part)),
    toned(species, mix(colour, '#fff6e6', part)),
  ]);
  return tones.find((rim) => standsOut(rim)) ?? toned(species, colour);
}

/** Return the same pattern in another colour. */
function toned(species: Species, colour: string): Species {
  const { cells: _, ...pattern } = species;
  return { ...pattern, light: mix(colour, '#ffffff', 0.12), dark: shade(colour, 0.55) };
}

/** Return the colours of a board in the materials that its game declares. */
function naturalColours(face: Species, frame: Species | null, inlay: string, tracks: readonly string[]): BoardColours {
  const slab = mix(face.light, face.dark, 0.35);
  const base = withSlabColour(BOARD_COLOURS[face.material], slab);
  const label = ensureContrast(inlay, slab, 3.2);
  return {
    ...base,
    edge: frame ? mix(frame.light, frame.dark, 0.3) : shade(face.dark, 0.8),
    field: slab,
    line: ensureContrast(inlay, slab, 3),
    tracks: tracks.length ? tracks : base.tracks,
    light: face.cells?.[0] ?? base.light,
    dark: face.cells?.[1] ?? base.dark,
    label,
    fieldLabel: label,
    tray: shade(frame?.dark ?? face.dark, 0.7),
  };
}

/** Return the colours of a board in a finish. The high-contrast theme overrides every choice. */
export function boardColours(theme: Theme, finish: Finish = {}): BoardColours {
  if (theme === 'contrast') {
    return CONTRAST_COLOURS;
  }
  const natural = BOARD_COLOURS[finish.board ?? 'wood'];
  const palette = finish.primary ? withSlabColour(natural, finish.primary) : natural;
  return finish.secondary ? withInlayColour(palette, finish.secondary) : palette;
}

/** Return the same material in another colour. */
function withSlabColour(natural: BoardColours, slab: string): BoardColours {
  const light = isLight(slab);
  return {
    ...natural,
    slab,
    edge: shade(slab, 0.55),
    line: light ? mix(slab, '#120a04', 0.78) : mix(slab, '#fff6e2', 0.8),
    tracks: light ? TRACKS_ON_LIGHT : TRACKS_ON_DARK,
    light: mix(slab, '#fff3dc', 0.5),
    dark: shade(slab, 0.72),
    hollow: shade(slab, 0.55),
    label: inkColour(slab),
    tray: contrast(slab, '#000000') > 2.6 ? shade(slab, 0.38) : mix(slab, '#ffffff', 0.14),
  };
}

/** Return a colour that is visible on the slab: one too similar is made darker or lighter. */
function withInlayColour(palette: BoardColours, colour: string): BoardColours {
  const line = ensureContrast(colour, palette.slab);
  return {
    ...palette,
    line,
    dark: colour,
    field: colour,
    fieldLabel: inkColour(colour),
    light: ensureContrast(palette.light, colour),
  };
}

const MIN_CONTRAST = 1.9;
const MIN_RAIL_CONTRAST = 1.5;

/** Return a colour that is distinguishable from another, mixed with black or white if necessary. */
function ensureContrast(colour: string, from: string, least = MIN_CONTRAST): string {
  const towards = isLight(from) ? '#000000' : '#ffffff';
  for (let part = 0; part < 1; part += 0.1) {
    const tried = mix(colour, towards, part);
    if (contrast(tried, from) >= least) {
      return tried;
    }
  }
  return towards;
}

/** Return the colour of an empty place in a tray: its seat's, adjusted until it is visible there. */
export function traySlotColour(tray: string, seat: string | undefined): string {
  return ensureContrast(mix(tray, seat ?? '#ffffff', seat ? 0.6 : 0.35), tray);
}

/** Return the colour of a tray of solid material, between the extremes of its pattern. */
export function railColour({ rim }: Pick<BoardPalette, 'rim'>): string {
  return mix(rim.light, rim.dark, 0.35);
}

/** Return the colours of tracks by their style: each style that begins with "track" has its own. */
export function trackColour(styles: readonly string[], style: string, palette: BoardColours): string {
  if (!style.startsWith('track')) {
    return palette.line;
  }
  const tracks = [...new Set(styles.filter((one) => one.startsWith('track')))];
  return palette.tracks[tracks.indexOf(style) % palette.tracks.length] ?? palette.line;
}
