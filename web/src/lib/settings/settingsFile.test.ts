import { expect, test } from 'vitest';
import { DEFAULTS, type Settings } from './schema.ts';
import { InvalidSettingsError, MAX_BYTES, settingsFromText, settingsToText } from './settingsFile.ts';

const SET: Settings = {
  ...DEFAULTS,
  theme: 'light',
  background: '#203040',
  musicVolume: 0.25,
  clockWarning: 60,
  finishes: { '*': { board: 'felt' }, go: { pieces: 'glass', primary: '#aa8866' } },
};

const file = (settings: unknown, more: object = {}) =>
  JSON.stringify({ format: 'parlour-settings', version: 1, settings, ...more });

test('a written file is read back unchanged', () => {
  expect(settingsFromText(settingsToText(SET), ['glass'])).toEqual(SET);
  expect(settingsFromText(settingsToText(DEFAULTS), [])).toEqual(DEFAULTS);
});

test('settings missing from a file get their default', () => {
  expect(settingsFromText(file({ theme: 'light' }), [])).toEqual({ ...DEFAULTS, theme: 'light' });
});

test.each([
  ['', /JSON/],
  ['{"format": "parlour-settings"', /JSON/],
  ['null', /not a Parlour settings file/],
  ['[]', /not a Parlour settings file/],
  [JSON.stringify({ theme: 'dark' }), /not a Parlour settings file/],
  [file([1]), /not a Parlour settings file/],
  [file({}, { version: 2 }), /newer/],
  [file({}, { version: 'one' }), /newer/],
  [file({ theme: 'pink' }), /pink.*“theme”/],
  [file({ volume: 1.5 }), /“volume”/],
  [file({ muted: 'yes' }), /“muted”/],
  [file({ background: 'red' }), /“background”/],
  [file({ clockWarning: 11 }), /“clockWarning”/],
  [file({ finishes: { go: { board: 'gold' } } }), /“finishes”/],
  [file({ finishes: { 'Bad Key': {} } }), /“finishes”/],
  [file({ tehme: 'dark' }), /“tehme”/],
  [file({ __proto__: null, constructor: 1 }), /“constructor”/],
  [' '.repeat(MAX_BYTES + 1), /64/],
])('%s is refused with a reason', (text, why) => {
  expect(() => settingsFromText(text, [])).toThrow(InvalidSettingsError);
  expect(() => settingsFromText(text, [])).toThrow(why);
});

test('a finish that was not earned is refused', () => {
  expect(() => settingsFromText(settingsToText(SET), [])).toThrow(/Glass/);
});
