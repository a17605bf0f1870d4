/** Check that all texts come from the catalogues: none is in the markup or the scripts of components. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
/** Development pages, the catalogues and tests. */
const EXCLUDED = /^(routes\/dev\/|lib\/strings\/|lib\/net\/types\.ts)|\.test\.ts$/;
/** Attributes whose values people read. */
const READ_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'description',
  'help',
  'label',
  'placeholder',
  'text',
  'title',
]);
/** Two letters or more; excludes names of keys and symbols. */
const LETTERS = /\p{L}{2}/u;
/** Several words after a capital letter. */
const SENTENCE = /^\p{Lu}\p{Ll}*[ ,]\p{L}.*\p{Ll}{2}/u;

interface Node {
  type?: string;
  data?: string;
  name?: string;
  value?: unknown;
}

/** Return texts in markup that do not come from a catalogue. */
function inMarkup(source: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(walk);
      return;
    }
    if (typeof node !== 'object' || node === null) {
      return;
    }
    const { type, data, name, value } = node as Node;
    if (type === 'StyleDirective') {
      return;
    }
    if (type === 'Attribute') {
      const texts = Array.isArray(value) ? (value as Node[]).filter((part) => part.type === 'Text') : [];
      if (READ_ATTRIBUTES.has(name ?? '')) {
        found.push(...texts.map((text) => text.data ?? '').filter((text) => LETTERS.test(text)));
      }
      return;
    }
    if (type === 'Text' && LETTERS.test(data ?? '')) {
      found.push((data ?? '').trim());
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'expression' && key !== 'css' && key !== 'instance' && key !== 'module') {
        walk(child);
      }
    }
  };
  walk(parse(source, { modern: true }).fragment);
  return found;
}

/** Return sentences in a script, except messages of built-in errors, which only developers see. */
function inScript(source: string): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && /^(Range|Type)?Error$/.test(node.expression.getText())) {
      return;
    }
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? node.head.text : '';
    if (SENTENCE.test(text)) {
      found.push(text);
    }
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile('script.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

const scriptOf = (component: string) =>
  [...component.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((block) => block[1]).join('\n');

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' }).filter(
  (file) => /\.(svelte|ts)$/.test(file) && !EXCLUDED.test(file),
);

/** Reading all files is slow on a busy machine. */
const TIMEOUT_MS = 60_000;

test('components and scripts contain no texts', { timeout: TIMEOUT_MS }, () => {
  expect(files.length).toBeGreaterThan(100);
  const outside = files.flatMap((file) => {
    const source = readFileSync(join(SOURCE, file), 'utf-8');
    const words = file.endsWith('.svelte') ? [...inMarkup(source), ...inScript(scriptOf(source))] : inScript(source);
    return words.map((word) => `${file}: ${word}`);
  });
  expect(outside).toEqual([]);
});

test('texts outside the catalogues would be found', () => {
  const component = '<script>const sad = "Nothing was found here";</script><p title="Read me">Hello {name}</p><Logo />';
  expect(inMarkup(component)).toEqual(['Read me', 'Hello']);
  expect(inScript(scriptOf(component))).toEqual(['Nothing was found here']);
  expect(inMarkup('{#if on}<kbd class="dark one">{key} · </kbd>{/if}')).toEqual([]);
});
