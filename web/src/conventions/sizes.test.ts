import ts from 'typescript';
import { expect, test } from 'vitest';
import { lineOf, readScripts, type Script, walk } from './sources.ts';

const MAX_FUNCTION_LINES = 60;

/** Return the functions of a script with their lengths in lines. */
function functionsOf({ path, source }: Script): { at: string; lines: number }[] {
  const found: { at: string; lines: number }[] = [];
  walk(source, (node) => {
    if (ts.isFunctionLike(node)) {
      const [first, last] = [lineOf(source, node.getStart()), lineOf(source, node.end)];
      found.push({ at: `${path}:${first}`, lines: last - first + 1 });
    }
  });
  return found;
}

test('no function is too long to be read at once', () => {
  const functions = readScripts().flatMap(functionsOf);
  expect(functions.length).toBeGreaterThan(2000);
  expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
});
