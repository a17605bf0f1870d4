/** What a person can set, its defaults, and the reading of what was kept: nothing that is kept can break a page. */
import { isColour } from '#lib/theme/colour.ts';
import { type Finishes, readFinishes } from './finishes.ts';

export const THEMES = ['dark', 'light', 'contrast', 'colour-blind'] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
/** How much help on the board: none, a warning before a move that loses at once, or safe and losing moves shown. */
export const HELP_STEPS = ['none', 'warn', 'show'] as const;
/** How long a computer takes at least before its move is shown. */
export const BOT_PACES = ['normal', 'calm', 'slow'] as const;
/** Below so many seconds a running clock ticks; 0 is never. */
export const CLOCK_WARNINGS_S = [0, 10, 30, 60] as const;

export type Theme = (typeof THEMES)[number];
export type Speed = (typeof SPEEDS)[number];
export type HelpStep = (typeof HELP_STEPS)[number];
export type BotPace = (typeof BOT_PACES)[number];

export interface Settings {
  theme: Theme;
  /** The colour behind everything, or "" for the theme's own. Text on it takes black or white. */
  background: string;
  /** The colour of the table below a board, or "" for none. */
  table: string;
  /** What boards and pieces are made of, game by game. */
  finishes: Finishes;
  /** How fast moves are shown. See `settings.motion` for what holds under reduced motion. */
  speed: Speed;
  pace: BotPace;
  /** Without it there are no effects at all, whatever the others say. */
  effects: boolean;
  /** Sparks and fragments. */
  particles: boolean;
  /** Light around beams and marks. */
  glow: boolean;
  /** A beam lights the board, and pieces cast its shadow. */
  rays: boolean;
  /** The picture shakes when something is destroyed; in live play only. */
  shake: boolean;
  /** A plain fade instead of sparks, pulses of light and shaking. */
  reduceFlashes: boolean;
  /** Fewer shadows, no living boards, a lower resolution. */
  lowPower: boolean;
  /** The flat board instead of the one in space. */
  flat: boolean;
  /** All volumes are from 0 to 1. */
  volume: number;
  pieceVolume: number;
  clockVolume: number;
  newsVolume: number;
  muted: boolean;
  music: boolean;
  musicVolume: number;
  clockWarning: number;
  /** A move is played only after a press on Play. */
  confirmMoves: boolean;
  coordinates: boolean;
  /** Where two play at one screen, the board turns to whoever is to move. */
  turnBoard: boolean;
  /** Scrolling down zooms in; usually scrolling up does. */
  zoomDown: boolean;
  help: HelpStep;
  /** Single letters work as keys. */
  letterKeys: boolean;
  /** A notification when it is one's turn and the page is not looked at. */
  notify: boolean;
  /** A language of the server's list, or "" for the browser's. */
  language: string;
}

export const DEFAULTS: Readonly<Settings> = {
  theme: 'dark',
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
  reduceFlashes: false,
  lowPower: false,
  flat: false,
  volume: 0.6,
  pieceVolume: 1,
  clockVolume: 1,
  newsVolume: 1,
  muted: false,
  music: false,
  musicVolume: 0.4,
  clockWarning: 10,
  confirmMoves: false,
  coordinates: true,
  turnBoard: false,
  zoomDown: false,
  help: 'none',
  letterKeys: true,
  notify: false,
  language: '',
};

export type SettingKey = keyof Settings;
export const SETTING_KEYS = Object.keys(DEFAULTS) as SettingKey[];

/** Reads one value; undefined if it makes no sense. */
type Reader<V> = (value: unknown) => V | undefined;

const oneOf =
  <V>(choices: readonly V[]): Reader<V> =>
  (value) =>
    choices.find((choice) => choice === value);
const yesOrNo: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const loudness: Reader<number> = (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined);
const colour: Reader<string> = (value) =>
  value === '' || (typeof value === 'string' && isColour(value)) ? value.toLowerCase() : undefined;
const code: Reader<string> = (value) => (typeof value === 'string' && value.length <= 20 ? value : undefined);

const READERS: { [K in SettingKey]: Reader<Settings[K]> } = {
  theme: oneOf(THEMES),
  background: colour,
  table: colour,
  finishes: readFinishes,
  speed: oneOf(SPEEDS),
  pace: oneOf(BOT_PACES),
  effects: yesOrNo,
  particles: yesOrNo,
  glow: yesOrNo,
  rays: yesOrNo,
  shake: yesOrNo,
  reduceFlashes: yesOrNo,
  lowPower: yesOrNo,
  flat: yesOrNo,
  volume: loudness,
  pieceVolume: loudness,
  clockVolume: loudness,
  newsVolume: loudness,
  muted: yesOrNo,
  music: yesOrNo,
  musicVolume: loudness,
  clockWarning: oneOf<number>(CLOCK_WARNINGS_S),
  confirmMoves: yesOrNo,
  coordinates: yesOrNo,
  turnBoard: yesOrNo,
  zoomDown: yesOrNo,
  help: oneOf(HELP_STEPS),
  letterKeys: yesOrNo,
  notify: yesOrNo,
  language: code,
};

/** What a value means for a setting; undefined if it makes no sense. */
export function readSetting<K extends SettingKey>(key: K, value: unknown): Settings[K] | undefined {
  return READERS[key](value);
}

/** The settings in `kept`, whatever it may be; what is missing or makes no sense has its default. */
export function readSettings(stored: unknown): Settings {
  const record = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const entries = SETTING_KEYS.map((key) => [key, readSetting(key, record[key]) ?? DEFAULTS[key]]);
  return Object.fromEntries(entries) as Settings;
}

/** The settings that differ from their defaults: all that has to be kept. */
export function changedSettings(settings: Settings): Partial<Settings> {
  const entries = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[key as SettingKey]),
  );
  return Object.fromEntries(entries) as Partial<Settings>;
}
