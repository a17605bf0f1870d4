/**
 * Settings of the viewer: `settings.theme`, `settings.set('theme', 'light')`. Changes apply immediately. They are stored in
 * this browser, so that the first paint is right, and on the server for the person's other browsers.
 */

import { prefersReducedMotion } from 'svelte/motion';
import { allowedEffects, allowedPictureStyle, type VisualEffects } from '#lib/board/animation/visualEffects.ts';
import type { Finish } from '#lib/board/view/finish.ts';
import { patch } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { SoundKind } from '#lib/sound/soundRecipes.ts';
import { applyThemeColours, THEME_BACKGROUNDS, themeColours } from '#lib/theme/background.ts';
import { finishOf } from './finishes.ts';
import {
  changedSettings,
  DEFAULTS,
  type PictureStyle,
  readSettings,
  type SettingKey,
  type Settings,
  type Speed,
  type Theme,
} from './schema.ts';

const PREFERENCE = 'settings';
/** Storage key; the script in app.html reads the theme from it before the first paint. */
const SETTINGS_KEY = 'parlour.settings';
/** Storage key of the colours for a custom background, for the same script. */
const COLOURS_KEY = 'parlour.look';

class SettingsStore {
  #values = $state<Settings>({ ...DEFAULTS });
  #systemTheme = $state<'dark' | 'light'>('dark');
  #sending: Promise<unknown> = Promise.resolve();
  #queued = false;
  readonly #changes = new LatestRequest();

  constructor() {
    if (typeof window === 'undefined') {
      return;
    }
    this.#values = readSettings(readLocal());
    const light = window.matchMedia('(prefers-color-scheme: light)');
    const followSystem = () => {
      this.#systemTheme = light.matches ? 'light' : 'dark';
      this.#show();
    };
    light.addEventListener('change', followSystem);
    followSystem();
    // Apply changes made in other tabs.
    window.addEventListener('storage', (event) => {
      if (event.key === SETTINGS_KEY) {
        this.#values = readSettings(readLocal());
        this.#show();
      }
    });
  }

  /** The theme that is shown: the chosen one, or the system's. */
  get theme(): Theme {
    const { theme } = this.#values;
    return theme === 'system' ? this.#systemTheme : theme;
  }
  /** The page's background: the theme's, or the one that was chosen. */
  get background(): string {
    const own = THEME_BACKGROUNDS[this.theme];
    return this.theme === 'contrast' ? own : this.#values.background || own;
  }
  /** The stored speed; boards use `motion`. */
  get speed() {
    return this.#values.speed;
  }
  /** Speed of animations; none if the system asks for reduced motion. */
  get motion(): Speed {
    return prefersReducedMotion.current ? 'off' : this.#values.speed;
  }
  /** Whether the system asks for reduced motion. */
  get reducedMotion() {
    return prefersReducedMotion.current;
  }
  /** Return the finish of a game's board and pieces, with the table. */
  finishOf(game: string): Finish {
    const { finishes, table } = this.#values;
    return { ...finishOf(finishes, game), ...(table ? { table } : {}) };
  }
  get pace() {
    return this.#values.pace;
  }
  /** Selected effects; `visualEffects.ts` decides which of them a board can show. */
  get particles() {
    return this.#values.effects && this.#values.particles;
  }
  get glow() {
    return this.#values.effects && this.#values.glow;
  }
  get rays() {
    return this.#values.effects && this.#values.rays;
  }
  get shake() {
    return this.#values.effects && this.#values.shake;
  }
  /** Style of the picture that boards show. */
  get pictureStyle(): PictureStyle {
    return allowedPictureStyle(this.#values.picture, this.#values);
  }
  get reduceFlashes() {
    return this.#values.reduceFlashes || prefersReducedMotion.current;
  }
  get lowPower() {
    return this.#values.lowPower;
  }
  get flat() {
    return this.#values.flat;
  }
  get volume() {
    return this.#values.volume;
  }
  /** Return the volume of a kind of sound, from 0 to 1. */
  loudness(kind: SoundKind): number {
    const { muted, volume, pieceVolume, clockVolume, newsVolume } = this.#values;
    return muted ? 0 : volume * { pieces: pieceVolume, clock: clockVolume, news: newsVolume }[kind];
  }
  get muted() {
    return this.#values.muted;
  }
  /** Volume of music, from 0 (off) to 1. */
  get musicVolume() {
    const { muted, music, musicVolume } = this.#values;
    return muted || !music ? 0 : musicVolume;
  }
  /** Seconds below which a running clock ticks; 0 is never. */
  get clockWarning() {
    return this.#values.clockWarning;
  }
  get chat() {
    return this.#values.chat;
  }
  get confirmMoves() {
    return this.#values.confirmMoves;
  }
  get coordinates() {
    return this.#values.coordinates;
  }
  /** When pieces show the mark of their seat. */
  get marks() {
    return this.#values.marks;
  }
  get turnBoard() {
    return this.#values.turnBoard;
  }
  get zoomDown() {
    return this.#values.zoomDown;
  }
  get help() {
    return this.#values.help;
  }
  get letterKeys() {
    return this.#values.letterKeys;
  }
  get notify() {
    return this.#values.notify;
  }
  get language() {
    return this.#values.language;
  }

  /** All stored settings, for the settings forms. */
  get all(): Readonly<Settings> {
    return this.#values;
  }

  /** Effects that the other settings allow. */
  get possible(): VisualEffects {
    const { effects, reduceFlashes, lowPower } = this.#values;
    const every = { particles: effects, bloom: effects, rays: effects, shake: effects };
    return allowedEffects(every, { live: true, lowPower, reduceFlashes, still: false });
  }

  set<K extends SettingKey>(key: K, value: Settings[K]): void {
    if (this.#values[key] === value) {
      return;
    }
    this.#values[key] = value;
    this.#save();
  }

  reset(): void {
    this.replace({ ...DEFAULTS });
  }

  /** Replace all settings, from a file or by undo. */
  replace(all: Settings): void {
    this.#values = all;
    this.#save();
  }

  /** Wait until all changes are stored, or cannot be; return a function that reports whether there were none since. */
  async watchChanges(): Promise<() => boolean> {
    await this.#sending;
    return this.#changes.watch();
  }

  /** Apply the settings stored on the server; a person without any keeps those of this browser. */
  adopt(preferences: Record<string, unknown>): void {
    if (!(PREFERENCE in preferences)) {
      return;
    }
    this.#values = readSettings(preferences[PREFERENCE]);
    this.#show();
    writeLocal(SETTINGS_KEY, changedSettings(this.#values));
  }

  #save(): void {
    this.#changes.begin();
    this.#show();
    writeLocal(SETTINGS_KEY, changedSettings(this.#values));
    if (this.#queued) {
      return;
    }
    this.#queued = true;
    // One request at a time, with the latest settings. This browser stores them in any case.
    this.#sending = this.#sending.then(() => {
      this.#queued = false;
      return patch('/api/me/preferences', { body: { values: { [PREFERENCE]: changedSettings(this.#values) } } }).catch(
        () => undefined,
      );
    });
  }

  #show(): void {
    const look = themeColours(this.theme, this.#values.background);
    applyThemeColours(document.documentElement, look);
    writeLocal(COLOURS_KEY, look);
  }
}

function readLocal(): unknown {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');
  } catch {
    return {};
  }
}

function writeLocal(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is unavailable: the server still stores them.
  }
}

export const settings = new SettingsStore();
