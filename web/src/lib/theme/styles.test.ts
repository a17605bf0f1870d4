import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BREAKPOINTS } from './breakpoints.ts';

const SOURCES = join(import.meta.dirname, '..', '..');
const STYLES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(svelte|css)$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8');
    return { path, text: path.endsWith('.svelte') ? text.replace(/^[\s\S]*?(?=<style|$)/, '') : text };
  });

function matches(pattern: RegExp): { path: string; found: string }[] {
  return STYLES.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ path, found: match[1] ?? match[0] })),
  );
}

test('media queries about the size of the screen use the shared breakpoints only', () => {
  const allowed = new Set<string>(Object.values(BREAKPOINTS));
  const queries = matches(/@media ([^{]*?) *\{/g);
  const unknown = queries
    .filter(({ found }) => /width|height/.test(found))
    .flatMap(({ path, found }) => found.split(', ').map((part) => ({ path, part })))
    .filter(({ part }) => !allowed.has(part));
  expect(unknown).toEqual([]);
  expect(queries.length).toBeGreaterThan(10);
});

test('margins, paddings, gaps, offsets and radii use the shared scale only', () => {
  const distances = matches(
    /(?<![\w-])((?:margin|scroll-margin|padding|gap|row-gap|column-gap|inset|top|right|bottom|left|border(?:-[a-z]+)*-radius)[a-z-]*:[^;{}]*)/g,
  );
  expect(distances.filter(({ found }) => /\d(px|r?em)/.test(found))).toEqual([]);
  expect(distances.length).toBeGreaterThan(450);
});
