import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..', '..');
const MAX_FUNCTION_LINES = 60;

/** Return the script of a source file. */
function scriptOf(path: string): string {
  const text = readFileSync(join(SOURCES, path), 'utf8');
  return path.endsWith('.svelte') ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text;
}

/** Return the functions of a script with their lengths in lines. */
function functionsOf(path: string): { at: string; lines: number }[] {
  const source = ts.createSourceFile(path, scriptOf(path), ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: { at: string; lines: number }[] = [];
  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node)) {
      const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
      found.push({ at: `${path}:${first}`, lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

test('no function is too long to be read at once', () => {
  const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const functions = paths.filter((path) => /(?<!\.test)\.(ts|svelte)$/.test(path)).flatMap(functionsOf);
  expect(functions.length).toBeGreaterThan(2000);
  expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
});
