/** Settings as a file: `{"format": "parlour-settings", "version": 1, "settings": {…}}`. */
import { t } from '#lib/strings/index.ts';
import { lockedMaterial } from './finishes.ts';
import { changedSettings, DEFAULTS, readSetting, SETTING_KEYS, type SettingKey, type Settings } from './schema.ts';

const FORMAT = 'parlour-settings';
const VERSION = 1;
/** Maximum length of a settings file in characters. */
export const MAX_BYTES = 65_536;
export const FILE_NAME = 'parlour-settings.json';

/** Raised with a sentence when a file cannot be used. */
export class InvalidSettingsError extends Error {}

export function settingsToText(settings: Settings): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, settings: changedSettings(settings) }, null, 2)}\n`;
}

/**
 * Parse a settings file; missing settings get their defaults. Throws `InvalidSettingsError` without changing anything.
 */
export function settingsFromText(text: string, unlocked: readonly string[]): Settings {
  const parsed = contents(text);
  const read = { ...DEFAULTS } as Record<SettingKey, unknown>;
  for (const [key, value] of Object.entries(parsed)) {
    if (!isSetting(key)) {
      throw new InvalidSettingsError(t('settings.file.unknown', { key: shortened(key) }));
    }
    const found = readSetting(key, value);
    if (found === undefined) {
      throw new InvalidSettingsError(t('settings.file.value', { key, value: shortened(JSON.stringify(value)) }));
    }
    read[key] = found;
  }
  const settings = read as unknown as Settings;
  const locked = lockedMaterial(settings.finishes, unlocked);
  if (locked) {
    throw new InvalidSettingsError(t('settings.file.locked', { finish: t(`settings.pieces.${locked}`) }));
  }
  return settings;
}

function contents(text: string): Record<string, unknown> {
  if (text.length > MAX_BYTES) {
    throw new InvalidSettingsError(t('settings.file.long', { most: MAX_BYTES / 1024 }));
  }
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    throw new InvalidSettingsError(t('settings.file.json', { why: cause instanceof Error ? cause.message : '' }), {
      cause,
    });
  }
  if (!isRecord(file) || file.format !== FORMAT || !isRecord(file.settings)) {
    throw new InvalidSettingsError(t('settings.file.other'));
  }
  if (typeof file.version !== 'number' || file.version > VERSION) {
    throw new InvalidSettingsError(t('settings.file.newer'));
  }
  return file.settings;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSetting = (key: string): key is SettingKey => (SETTING_KEYS as string[]).includes(key);
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
