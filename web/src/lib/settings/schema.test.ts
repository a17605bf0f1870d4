import { expect, test } from 'vitest';
import { changedSettings, DEFAULTS, readSetting, readSettings, SETTING_KEYS } from './schema.ts';

test('nothing kept means the defaults', () => {
  for (const stored of [undefined, null, 'dark', 7, [], {}]) {
    expect(readSettings(stored)).toEqual(DEFAULTS);
  }
});

test('what makes no sense has its default, the rest stays', () => {
  const bad = { theme: 'pink', volume: 3, muted: 'yes', background: 'red', clockWarning: 7, finishes: [], unknown: 1 };
  const good = { speed: 'slow', letterKeys: false, table: '#102030', musicVolume: 1 } as const;
  expect(readSettings({ ...bad, ...good })).toEqual({ ...DEFAULTS, ...good });
});

test('only what differs from the defaults is kept, and reads back the same', () => {
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
