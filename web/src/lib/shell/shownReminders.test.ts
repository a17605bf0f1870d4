import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShownReminders } from './shownReminders.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

it('shows each reminder once, even after a reload', () => {
  expect(new ShownReminders('a').takeNew(['x', 'y'])).toEqual(['x', 'y']);
  expect(new ShownReminders('a').takeNew(['y', 'z'])).toEqual(['z']);
  expect(new ShownReminders('b').takeNew(['z'])).toEqual(['z']);
});

it('shows reminders that are no longer current again when they are', () => {
  const reminders = new ShownReminders('a');
  reminders.takeNew(['x']);
  reminders.takeNew([]);
  expect(reminders.takeNew(['x'])).toEqual(['x']);
});

it('shows each once in a browser that stores nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  const reminders = new ShownReminders('a');
  expect(reminders.takeNew(['x'])).toEqual(['x']);
  expect(reminders.takeNew(['x'])).toEqual([]);
});

it('ignores what something else has stored', () => {
  stored.set('a', '{');
  expect(new ShownReminders('a').takeNew(['x'])).toEqual(['x']);
});
