import { expect, test } from 'vitest';
import { changedSettings, DEFAULTS, readSetting, readSettings, SETTING_KEYS } from './schema.ts';

test('without stored settings the defaults apply', () => {
  for (const stored of [undefined, null, 'dark', 7, [], {}]) {
    expect(readSettings(stored)).toEqual(DEFAULTS);
  }
});

test('invalid values get their default, the others are kept', () => {
  const bad = { theme: 'pink', volume: 3, muted: 'yes', background: 'red', clockWarning: 7, finishes: [], unknown: 1 };
  const good = { speed: 'slow', letterKeys: false, table: '#102030', musicVolume: 1 } as const;
  expect(readSettings({ ...bad, ...good })).toEqual({ ...DEFAULTS, ...good });
});

test('only values that differ from the defaults are stored, and are read back unchanged', () => {
  const settings = { ...DEFAULTS, theme: 'light' as const, volume: 0 };
  expect(changedSettings(settings)).toEqual({ theme: 'light', volume: 0 });
  expect(readSettings(changedSettings(settings))).toEqual(settings);
  expect(changedSettings({ ...DEFAULTS })).toEqual({});
});

test('every setting reads its own default and refuses an object', () => {
  for (const key of SETTING_KEYS) {
    expect(readSetting(key, DEFAULTS[key])).toEqual(DEFAULTS[key]);
    expect(readSetting(key, { bad: 1 })).toBeUndefined();
  }
});
