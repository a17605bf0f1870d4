/**
 * The settings of whoever uses this page: `settings.theme`, `settings.set('theme', 'light')`. A change holds at once. It is
 * kept in this browser, so that the first picture is right, and on the server under the person, who finds it anywhere.
 */

import { allowedEffects, type VisualEffects } from '#lib/board/animation/visualEffects.ts';
import type { Finish } from '#lib/board/view/finish.ts';
import { patch } from '#lib/net/client.ts';
import type { SoundKind } from '#lib/sound/soundRecipes.ts';
import { applyThemeColours, themeColours } from '#lib/theme/background.ts';
import { finishOf } from './finishes.ts';
import { changedSettings, DEFAULTS, readSettings, type SettingKey, type Settings, type Speed } from './schema.ts';

const PREFERENCE = 'settings';
/** The page's start script reads the theme from here before anything is drawn. */
const LOCAL = 'parlour.settings';
/** What follows from a background of one's own, for the same script. */
const LOOK = 'parlour.look';

class SettingsStore {
  #values = $state<Settings>({ ...DEFAULTS });
  #reduced = $state(false);
  #sending: Promise<unknown> = Promise.resolve();
  #queued = false;

  constructor() {
    if (typeof window === 'undefined') {
      return;
    }
    this.#values = readSettings(readLocal());
    this.#show();
    const reduced = matchMedia('(prefers-reduced-motion: reduce)');
    this.#reduced = reduced.matches;
    reduced.addEventListener('change', () => {
      this.#reduced = reduced.matches;
    });
    // What another page of this browser has set holds here too.
    window.addEventListener('storage', (event) => {
      if (event.key === LOCAL) {
        this.#values = readSettings(readLocal());
        this.#show();
      }
    });
  }

  get theme() {
    return this.#values.theme;
  }
  /** The speed as it was set; boards use `motion`. */
  get speed() {
    return this.#values.speed;
  }
  /** How fast to show moves: as set, but not at all where the system asks for no motion. */
  get motion(): Speed {
    return this.#reduced ? 'off' : this.#values.speed;
  }
  /** Whether the system asks for less motion. */
  get reducedMotion() {
    return this.#reduced;
  }
  /** What a board and its pieces are made of, and the table below it. */
  finishOf(game: string): Finish {
    const { finishes, table } = this.#values;
    return { ...finishOf(finishes, game), ...(table ? { table } : {}) };
  }
  get pace() {
    return this.#values.pace;
  }
  /** The effects as they are wished; what of them is seen here and now, a board knows (board/spectacle.ts). */
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
  get reduceFlashes() {
    return this.#values.reduceFlashes || this.#reduced;
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
  /** How loud a kind of sound is, from 0 to 1. */
  loudness(kind: SoundKind): number {
    const { muted, volume, pieceVolume, clockVolume, newsVolume } = this.#values;
    return muted ? 0 : volume * { pieces: pieceVolume, clock: clockVolume, news: newsVolume }[kind];
  }
  get muted() {
    return this.#values.muted;
  }
  /** How loud music is, from 0 to 1; 0 is none. */
  get musicVolume() {
    const { muted, music, musicVolume } = this.#values;
    return muted || !music ? 0 : musicVolume;
  }
  /** Below so many seconds a running clock ticks; 0 is never. */
  get clockWarning() {
    return this.#values.clockWarning;
  }
  get confirmMoves() {
    return this.#values.confirmMoves;
  }
  get coordinates() {
    return this.#values.coordinates;
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

  /** All settings as they were set, for the settings dialog. */
  get all(): Readonly<Settings> {
    return this.#values;
  }

  /** What effects there could be, as the other settings are. */
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
    this.#keep();
  }

  reset(): void {
    this.replace({ ...DEFAULTS });
  }

  /** Takes all settings at once, from a file or as they were before. */
  replace(all: Settings): void {
    this.#values = all;
    this.#keep();
  }

  /** Takes what the server has kept for a person; somebody without any keeps what this browser knows. */
  adopt(preferences: Record<string, unknown>): void {
    if (!(PREFERENCE in preferences)) {
      return;
    }
    this.#values = readSettings(preferences[PREFERENCE]);
    this.#show();
    writeLocal(LOCAL, changedSettings(this.#values));
  }

  /** Ends when everything that was set is on the server, or could not be brought there. */
  get stored(): Promise<unknown> {
    return this.#sending;
  }

  #keep(): void {
    this.#show();
    writeLocal(LOCAL, changedSettings(this.#values));
    if (this.#queued) {
      return;
    }
    this.#queued = true;
    // One request at a time, with what holds when it is sent. This browser has it in any case.
    this.#sending = this.#sending.then(() => {
      this.#queued = false;
      return patch('/api/me/preferences', { body: { values: { [PREFERENCE]: changedSettings(this.#values) } } }).catch(
        () => undefined,
      );
    });
  }

  #show(): void {
    const look = themeColours(this.#values.theme, this.#values.background);
    applyThemeColours(document.documentElement, look);
    writeLocal(LOOK, look);
  }
}

function readLocal(): unknown {
  try {
    return JSON.parse(localStorage.getItem(LOCAL) ?? '{}');
  } catch {
    return {};
  }
}

function writeLocal(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the server does.
  }
}

export const settings = new SettingsStore();
