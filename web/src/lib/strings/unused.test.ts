/** Check that the page uses every text of the catalogues. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { english } from './index.ts';

const SOURCE = join(import.meta.dirname, '../..');
const EXCLUDED = /^lib[/\\]strings[/\\]|\.test\.ts$/;
/** A key, or a template for one: `match.help.${step}`. */
const QUOTED = /'([\w.-]+)'|"([\w.-]+)"|`((?:[\w.-]|\$\{[^`}]*\})+)`/g;

/** Return the patterns of all texts in a source that can be keys. */
function patternsIn(source: string): string[] {
  return [...source.matchAll(QUOTED)]
    .map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '*'))
    .filter((pattern) => /[\w-]{2}/.test(pattern));
}

function unusedKeys(keys: readonly string[], sources: readonly string[]): string[] {
  const patterns = new Set(sources.flatMap(patternsIn));
  const templates = [...patterns]
    .filter((pattern) => pattern.includes('*'))
    .map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+(?:\\.[\\w-]+)*')}$`));
  return keys.filter((key) => !patterns.has(key) && !templates.some((template) => template.test(key)));
}

test('every text is used', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' });
  const sources = files
    .filter((file) => /\.(svelte|ts)$/.test(file) && !EXCLUDED.test(file))
    .map((file) => readFileSync(join(SOURCE, file), 'utf-8'));
  expect(sources.length).toBeGreaterThan(100);
  expect(unusedKeys(Object.keys(english), sources)).toEqual([]);
});

test('unused texts would be found', () => {
  const source = `t('home.title'); t(\`home.\${kind}.about\`)`;
  expect(unusedKeys(['home.title', 'home.bot.about', 'home.bot', 'home.other'], [source])).toEqual([
    'home.bot',
    'home.other',
  ]);
});
