import { expect, test } from 'vitest';
import { changed, DEFAULTS, readSettings } from './schema.ts';

test('nothing kept means the defaults', () => {
  for (const kept of [undefined, null, 'dark', 7, [], {}]) {
    expect(readSettings(kept)).toEqual(DEFAULTS);
  }
});

test('what makes no sense has its default, the rest stays', () => {
  const kept = { theme: 'pink', speed: 'slow', volume: 3, muted: 'yes', letterKeys: false, unknown: 1 };
  expect(readSettings(kept)).toEqual({ ...DEFAULTS, speed: 'slow', letterKeys: false });
});

test('only what differs from the defaults is kept, and reads back the same', () => {
  const settings = { ...DEFAULTS, theme: 'light' as const, volume: 0 };
  expect(changed(settings)).toEqual({ theme: 'light', volume: 0 });
  expect(readSettings(changed(settings))).toEqual(settings);
  expect(changed({ ...DEFAULTS })).toEqual({});
});
