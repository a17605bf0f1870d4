/** What a person can set, its defaults, and the reading of what was kept: nothing that is kept can break a page. */

export const THEMES = ['dark', 'light', 'contrast', 'colour-blind'] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
/** How much help on the board: none, a warning before a move that loses at once, or safe and losing moves shown. */
export const HELP_STEPS = ['none', 'warn', 'show'] as const;

export type Theme = (typeof THEMES)[number];
export type Speed = (typeof SPEEDS)[number];
export type HelpStep = (typeof HELP_STEPS)[number];

export interface Settings {
  theme: Theme;
  /** How fast moves are shown. See `settings.motion` for what holds under reduced motion. */
  speed: Speed;
  /** Sparks and fragments. */
  particles: boolean;
  /** Light around beams and marks. */
  glow: boolean;
  /** The picture shakes when something is destroyed; in live play only. */
  shake: boolean;
  /** A plain fade instead of sparks, pulses of light and shaking. */
  reduceFlashes: boolean;
  /** Fewer shadows, no living boards, a lower resolution. */
  lowPower: boolean;
  /** The flat board instead of the one in space. */
  flat: boolean;
  /** From 0 to 1. */
  volume: number;
  muted: boolean;
  /** A move is played only after a press on Play. */
  confirmMoves: boolean;
  coordinates: boolean;
  /** Where two play at one screen, the board turns to whoever is to move. */
  turnBoard: boolean;
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
  speed: 'normal',
  particles: true,
  glow: true,
  shake: true,
  reduceFlashes: false,
  lowPower: false,
  flat: false,
  volume: 0.6,
  muted: false,
  confirmMoves: false,
  coordinates: true,
  turnBoard: false,
  help: 'none',
  letterKeys: true,
  notify: false,
  language: '',
};

export type SettingKey = keyof Settings;

const CHOICES: Partial<Record<SettingKey, readonly string[]>> = { theme: THEMES, speed: SPEEDS, help: HELP_STEPS };

/** The settings in `kept`, whatever it may be; what is missing or makes no sense has its default. */
export function readSettings(kept: unknown): Settings {
  const given = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  const entries = (Object.keys(DEFAULTS) as SettingKey[]).map((key) => [
    key,
    fits(key, given[key]) ? given[key] : DEFAULTS[key],
  ]);
  return Object.fromEntries(entries) as Settings;
}

/** The settings that differ from their defaults: all that has to be kept. */
export function changed(settings: Settings): Partial<Settings> {
  const entries = Object.entries(settings).filter(([key, value]) => value !== DEFAULTS[key as SettingKey]);
  return Object.fromEntries(entries) as Partial<Settings>;
}

function fits(key: SettingKey, value: unknown): boolean {
  const choices = CHOICES[key];
  if (choices) {
    return typeof value === 'string' && choices.includes(value);
  }
  if (key === 'volume') {
    return typeof value === 'number' && value >= 0 && value <= 1;
  }
  return typeof value === typeof DEFAULTS[key] && (typeof value !== 'string' || value.length <= 20);
}
