import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BREAKPOINTS } from './breakpoints.ts';

const SOURCES = join(import.meta.dirname, '..', '..');

test('media queries about the size of the screen use the shared breakpoints only', () => {
  const allowed = new Set<string>(Object.values(BREAKPOINTS));
  const found = ['lib', 'routes']
    .flatMap((folder) =>
      readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(SOURCES, folder, path),
      ),
    )
    .filter((path) => /\.(svelte|css)$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/@media ([^{]*?) *\{/g)].map((match) => ({
        path,
        query: match[1] ?? '',
      })),
    );
  const unknown = found
    .filter(({ query }) => /width|height/.test(query))
    .flatMap(({ path, query }) => query.split(', ').map((part) => ({ path, part })))
    .filter(({ part }) => !allowed.has(part));
  expect(unknown).toEqual([]);
  expect(found.length).toBeGreaterThan(10);
});
