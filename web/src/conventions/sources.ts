/** Read the sources of the page, to check them against conventions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const WEB_SOURCES = join(import.meta.dirname, '..');
const TESTS = join(import.meta.dirname, '..', '..', '..', 'tests');

export interface Script {
  path: string;
  source: ts.SourceFile;
}

/** Return the scripts of the page, and those that browser tests run in it. */
export function readScripts(): Script[] {
  return [...readFolder(WEB_SOURCES, /\.(ts|svelte)$/), ...readFolder(TESTS, /\.js$/)];
}

function readFolder(folder: string, names: RegExp): Script[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => names.test(path)).map((path) => ({ path, source: parse(join(folder, path)) }));
}

/** Parse a script, or the scripts of a component; everything else in a component is left out. */
function parse(path: string): ts.SourceFile {
  const text = readFileSync(path, 'utf8');
  const script = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : text;
  return ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true);
}

/** Call a function with every node below a node. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child);
    walk(child, visit);
  });
}

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
