/** Settings as a file that one can take away: `{"format": "parlour-settings", "version": 1, "settings": {…}}`. */
import { t } from '#lib/strings/index.ts';
import { lockedIn } from './finishes.ts';
import { changed, DEFAULTS, readSetting, SETTING_KEYS, type SettingKey, type Settings } from './schema.ts';

const FORMAT = 'parlour-settings';
const VERSION = 1;
/** No file with settings is longer, in characters. */
export const MOST = 65_536;
export const FILE_NAME = 'parlour-settings.json';

/** Why a file cannot be used, in a sentence for people. */
export class BadSettings extends Error {}

export function writeFile(settings: Settings): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, settings: changed(settings) }, null, 2)}\n`;
}

/** The settings in a file; what it does not name has its default. Throws `BadSettings`: it is taken whole or not at all. */
export function readFile(text: string, unlocked: readonly string[]): Settings {
  const given = contents(text);
  const read = { ...DEFAULTS } as Record<SettingKey, unknown>;
  for (const [key, value] of Object.entries(given)) {
    if (!isSetting(key)) {
      throw new BadSettings(t('settings.file.unknown', { key: shortened(key) }));
    }
    const found = readSetting(key, value);
    if (found === undefined) {
      throw new BadSettings(t('settings.file.value', { key, value: shortened(JSON.stringify(value)) }));
    }
    read[key] = found;
  }
  const settings = read as unknown as Settings;
  const locked = lockedIn(settings.finishes, unlocked);
  if (locked) {
    throw new BadSettings(t('settings.file.locked', { finish: t(`settings.pieces.${locked}`) }));
  }
  return settings;
}

function contents(text: string): Record<string, unknown> {
  if (text.length > MOST) {
    throw new BadSettings(t('settings.file.long', { most: MOST / 1024 }));
  }
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    throw new BadSettings(t('settings.file.json', { why: cause instanceof Error ? cause.message : '' }), { cause });
  }
  if (!isRecord(file) || file.format !== FORMAT || !isRecord(file.settings)) {
    throw new BadSettings(t('settings.file.other'));
  }
  if (typeof file.version !== 'number' || file.version > VERSION) {
    throw new BadSettings(t('settings.file.newer'));
  }
  return file.settings;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSetting = (key: string): key is SettingKey => (SETTING_KEYS as string[]).includes(key);
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
