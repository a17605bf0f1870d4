import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CatalogueText, Values } from './catalogue.ts';
import { german } from './de/index.ts';
import { dateText, numberText, ONE_DECIMAL } from './format.ts';
import { english, type Key, t } from './index.ts';
import { language } from './language.svelte.ts';
import { bestLanguage, LANGUAGES, ownName } from './languages.ts';

/** Return the placeholders of a text in all plural forms. */
function needs(word: CatalogueText): string[] {
  const asked = new Set<string>();
  for (const n of [0, 1, 2, 7]) {
    const values = new Proxy<Values>(
      { n },
      {
        get: (known, name) => {
          asked.add(String(name));
          return Reflect.get(known, name) ?? String(name);
        },
      },
    );
    const text = typeof word === 'function' ? word(values) : word;
    for (const [, name] of text.matchAll(/\{(\w+)\}/g)) {
      asked.add(name ?? '');
    }
  }
  return [...asked].sort();
}

const keys = Object.keys(english) as Key[];

test('German has every text of the page and no other', () => {
  expect(keys.filter((key) => !(key in german))).toEqual([]);
  expect(Object.keys(german).filter((key) => !(key in english))).toEqual([]);
});

test('every text has the same placeholders in German', () => {
  for (const key of keys) {
    expect([key, ...needs(german[key] ?? '')]).toEqual([key, ...needs(english[key])]);
  }
});

test('no text is empty, and no placeholder is malformed', () => {
  for (const word of [...Object.values<CatalogueText>(english), ...Object.values<CatalogueText>(german)]) {
    const text = typeof word === 'function' ? word({ n: 2 }) : word;
    expect(text.trim()).not.toBe('');
    expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  }
});

test('the chosen language comes before the browser’s, and English is the fallback', () => {
  expect(bestLanguage('de', ['en-GB'])).toBe('de');
  expect(bestLanguage('', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(bestLanguage('', ['fr'])).toBe('en');
  expect(bestLanguage('klingon', ['en-GB', 'de'])).toBe('en');
});

test('languages are called by their own names', () => {
  expect(LANGUAGES.map(ownName)).toEqual(['English', 'Deutsch']);
});

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});

afterEach(async () => {
  await language.use('en');
  vi.unstubAllGlobals();
});

test('texts, numbers and dates change with the language, and server requests use it', async () => {
  expect(t('home.turns', { n: 1 })).toBe('1 move');
  await language.use('de');
  expect(t('home.turns', { n: 1 })).toBe('1 Zug');
  expect(t('home.turns', { n: 12 })).toBe('12 Züge');
  expect(numberText(12345.5, ONE_DECIMAL)).toBe('12.345,5');
  expect(dateText(new Date(2026, 2, 1))).toBe('01.03.2026');
  expect(document.documentElement.lang).toBe('de');
  expect(language.requested).toBe('de');
});

test('without a choice the browser decides, for the page and for server requests', async () => {
  vi.stubGlobal('navigator', { languages: ['de-CH', 'en'] });
  await language.use('');
  expect([language.code, language.requested, language.locale]).toEqual(['de', '', 'de-CH']);
});

test('the latest of two quick changes wins', async () => {
  await Promise.all([language.use('de'), language.use('en')]);
  expect(language.code).toBe('en');
  await Promise.all([language.use('en'), language.use('de')]);
  expect(language.code).toBe('de');
});

test('an unknown language is not requested from the server', async () => {
  await language.use('xx');
  expect([language.code, language.requested]).toEqual(['en', '']);
});

test('one thing has one name: games are saved, and nothing has a number to be typed', () => {
  const said = Object.values(english).map((word) => (typeof word === 'string' ? word : Object.values(word).join(' ')));
  expect(said.filter((words) => /save (the |this |a )?match|(game|match) (number|no\.)|match id/i.test(words))).toEqual(
    [],
  );
});
