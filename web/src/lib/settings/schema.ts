/** Settings with defaults and validation: invalid stored values never break a page. */
import { isColour } from '#lib/theme/colour.ts';
import { type Finishes, readFinishes } from './finishes.ts';

export const THEMES = ['dark', 'light', 'contrast', 'colour-blind'] as const;
/** `system` is dark or light, as the system prefers. */
export const THEME_CHOICES = ['system', ...THEMES] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
/** Help on the board: none, a warning before a move that loses immediately, or marks on safe and losing moves. */
export const HELP_STEPS = ['none', 'warn', 'show'] as const;
/** How the drawn board looks: as it is, as on an old tube, in shades of grey, or with coloured edges. */
export const PICTURE_STYLES = ['natural', 'tube', 'greyscale', 'fringe'] as const;
/** When pieces show the mark of their seat: where colours may not suffice, always, or never. */
export const MARK_CHOICES = ['auto', 'always', 'never'] as const;
/** Minimum delay before a bot's move is shown. */
export const BOT_PACES = ['normal', 'calm', 'slow'] as const;
/** Seconds below which a running clock ticks; 0 is never. */
export const CLOCK_WARNINGS_S = [0, 10, 30, 60] as const;

export type Theme = (typeof THEMES)[number];
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Speed = (typeof SPEEDS)[number];
export type HelpStep = (typeof HELP_STEPS)[number];
export type PictureStyle = (typeof PICTURE_STYLES)[number];
export type MarkChoice = (typeof MARK_CHOICES)[number];
export type BotPace = (typeof BOT_PACES)[number];

export interface Settings {
  theme: ThemeChoice;
  /** Background colour, or "" for the theme's. Text on it becomes black or white. */
  background: string;
  /** Colour of the table below a board, or "" for none. */
  table: string;
  /** Finishes of boards and pieces by game. */
  finishes: Finishes;
  /** Speed of animations. `settings.motion` also respects reduced motion. */
  speed: Speed;
  pace: BotPace;
  /** Turns all effects off, whatever the others are. */
  effects: boolean;
  /** Sparks and fragments. */
  particles: boolean;
  /** Light around beams and marks. */
  glow: boolean;
  /** Beams light the board and cast shadows. */
  rays: boolean;
  /** Shake the picture when a piece is destroyed; in live play only. */
  shake: boolean;
  picture: PictureStyle;
  /** Fade instead of sparks, light pulses and shaking. */
  reduceFlashes: boolean;
  /** Fewer shadows, no demo boards, lower resolution. */
  lowPower: boolean;
  /** Flat board instead of 3-D. */
  flat: boolean;
  /** All volumes range from 0 to 1. */
  volume: number;
  pieceVolume: number;
  clockVolume: number;
  newsVolume: number;
  muted: boolean;
  /** Vibrate when pieces move; on phones whose browser allows it. */
  vibrate: boolean;
  music: boolean;
  musicVolume: number;
  clockWarning: number;
  /** Play a move only after a press on Play. */
  confirmMoves: boolean;
  coordinates: boolean;
  marks: MarkChoice;
  /** On a shared screen, turn the board to the seat to move. */
  turnBoard: boolean;
  /** Scroll down to zoom in; default is up. */
  zoomDown: boolean;
  help: HelpStep;
  /** Show chat where the host permits it. */
  chat: boolean;
  /** Single-letter keyboard shortcuts. */
  letterKeys: boolean;
  /** Notify when it is the viewer's turn and the page is hidden. */
  notify: boolean;
  /** Language code, or "" for the browser's language. */
  language: string;
}

export const DEFAULTS: Readonly<Settings> = {
  theme: 'system',
  background: '',
  table: '',
  finishes: {},
  speed: 'normal',
  pace: 'normal',
  effects: true,
  particles: true,
  glow: true,
  rays: true,
  shake: true,
  picture: 'natural',
  reduceFlashes: false,
  lowPower: false,
  flat: false,
  volume: 0.6,
  pieceVolume: 1,
  clockVolume: 1,
  newsVolume: 1,
  muted: false,
  vibrate: true,
  music: false,
  musicVolume: 0.4,
  clockWarning: 10,
  confirmMoves: false,
  coordinates: true,
  marks: 'auto',
  turnBoard: false,
  zoomDown: false,
  help: 'none',
  chat: true,
  letterKeys: true,
  notify: false,
  language: '',
};

export type SettingKey = keyof Settings;
export const SETTING_KEYS = Object.keys(DEFAULTS) as SettingKey[];

/** Validates a value; returns undefined if it is invalid. */
type Reader<V> = (value: unknown) => V | undefined;

const oneOf =
  <V>(choices: readonly V[]): Reader<V> =>
  (value) =>
    choices.find((choice) => choice === value);
const bool: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const loudness: Reader<number> = (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined);
const colour: Reader<string> = (value) =>
  value === '' || (typeof value === 'string' && isColour(value)) ? value.toLowerCase() : undefined;
const code: Reader<string> = (value) => (typeof value === 'string' && value.length <= 20 ? value : undefined);

const READERS: { [K in SettingKey]: Reader<Settings[K]> } = {
  theme: oneOf(THEME_CHOICES),
  background: colour,
  table: colour,
  finishes: readFinishes,
  speed: oneOf(SPEEDS),
  pace: oneOf(BOT_PACES),
  effects: bool,
  particles: bool,
  glow: bool,
  rays: bool,
  shake: bool,
  picture: oneOf(PICTURE_STYLES),
  reduceFlashes: bool,
  lowPower: bool,
  flat: bool,
  volume: loudness,
  pieceVolume: loudness,
  clockVolume: loudness,
  newsVolume: loudness,
  muted: bool,
  vibrate: bool,
  music: bool,
  musicVolume: loudness,
  clockWarning: oneOf<number>(CLOCK_WARNINGS_S),
  confirmMoves: bool,
  coordinates: bool,
  marks: oneOf(MARK_CHOICES),
  turnBoard: bool,
  zoomDown: bool,
  help: oneOf(HELP_STEPS),
  chat: bool,
  letterKeys: bool,
  notify: bool,
  language: code,
};

/** Return a valid value of a setting, or undefined. */
export function readSetting<K extends SettingKey>(key: K, value: unknown): Settings[K] | undefined {
  return READERS[key](value);
}

/** Return valid settings; missing or invalid values get their defaults. */
export function readSettings(stored: unknown): Settings {
  const record = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const entries = SETTING_KEYS.map((key) => [key, readSetting(key, record[key]) ?? DEFAULTS[key]]);
  return Object.fromEntries(entries) as Settings;
}

/** Return the settings that differ from the defaults. */
export function changedSettings(settings: Settings): Partial<Settings> {
  const entries = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[key as SettingKey]),
  );
  return Object.fromEntries(entries) as Partial<Settings>;
}
