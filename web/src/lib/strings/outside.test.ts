/** No words for people stand outside the catalogues: neither in the markup of a component nor as a sentence in a script. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
/** Pages for those who work on Parlour, the words themselves, and tests. */
const LEFT_OUT = /^(routes\/dev\/|lib\/strings\/|lib\/net\/types\.ts)|\.test\.ts$/;
/** Attributes whose values people read. */
const READ = new Set([
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
/** Names of keys on a keyboard, and signs. */
const LETTERS = /\p{L}{2}/u;
/** Two words or more that begin with a capital: a sentence. */
const SENTENCE = /^\p{Lu}\p{Ll}*[ ,]\p{L}.*\p{Ll}{2}/u;

interface Node {
  type?: string;
  data?: string;
  name?: string;
  value?: unknown;
}

/** What people would read in a component's markup although it comes from no catalogue. */
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
      if (READ.has(name ?? '')) {
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

/** The sentences in a script; what is thrown at developers, as a built-in error, is none for people. */
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
  (file) => /\.(svelte|ts)$/.test(file) && !LEFT_OUT.test(file),
);

/** Reading every file takes long where the machine is busy. */
const PATIENCE = 60_000;

test('no component and no script has words of its own', { timeout: PATIENCE }, () => {
  expect(files.length).toBeGreaterThan(100);
  const outside = files.flatMap((file) => {
    const source = readFileSync(join(SOURCE, file), 'utf-8');
    const words = file.endsWith('.svelte') ? [...inMarkup(source), ...inScript(scriptOf(source))] : inScript(source);
    return words.map((word) => `${file}: ${word}`);
  });
  expect(outside).toEqual([]);
});

test('such words would be found', () => {
  const component = '<script>const sad = "Nothing was found here";</script><p title="Read me">Hello {name}</p><Logo />';
  expect(inMarkup(component)).toEqual(['Read me', 'Hello']);
  expect(inScript(scriptOf(component))).toEqual(['Nothing was found here']);
  expect(inMarkup('{#if on}<kbd class="dark one">{key} · </kbd>{/if}')).toEqual([]);
});
