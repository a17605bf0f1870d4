import { expect, test } from 'vitest';
import { type Block, readMarkdown } from './markdown.ts';

const paragraph = (markdown: string) => (readMarkdown(markdown)[0] as Extract<Block, { kind: 'paragraph' }>).inside;

test('headings have unique ids', () => {
  const found = readMarkdown('# The end\n\ntext\n\n## The end\n\n### Größe: 4×4');
  expect(found.filter((block) => block.kind === 'heading').map((block) => [block.level, block.id, block.text])).toEqual(
    [
      [1, 'rules-the-end', 'The end'],
      [2, 'rules-the-end-2', 'The end'],
      [3, 'rules-größe-4-4', 'Größe: 4×4'],
    ],
  );
});

test('paragraphs have strong and emphasised words, code, links and breaks', () => {
  expect(paragraph('a **b *c*** `d<e`  \n[f](/g)')).toEqual([
    { kind: 'text', text: 'a ' },
    {
      kind: 'strong',
      inside: [
        { kind: 'text', text: 'b ' },
        { kind: 'em', inside: [{ kind: 'text', text: 'c' }] },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'd<e' },
    { kind: 'break' },
    { kind: 'link', address: '/g', inside: [{ kind: 'text', text: 'f' }] },
  ]);
});

test('special characters are kept', () => {
  expect(paragraph('1 < 2 & 3 > 2, "x" \\*y\\*')).toMatchObject([
    { text: '1 < 2 & 3 > 2, "x" ' },
    { text: '*' },
    { text: 'y' },
    { text: '*' },
  ]);
});

test('lists contain blocks, and tables cells', () => {
  expect(readMarkdown('2. a\n3. b\n   - c')).toMatchObject([
    {
      kind: 'list',
      ordered: true,
      start: 2,
      items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }, { kind: 'list', ordered: false }]],
    },
  ]);
  expect(readMarkdown('| a | b |\n|---|---|\n| `c` | d |')).toEqual([
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
      rows: [[[{ kind: 'code', text: 'c' }], [{ kind: 'text', text: 'd' }]]],
    },
  ]);
});

test('diagrams are distinguished from other code', () => {
  expect(readMarkdown('```diagram\n3\n```\n\n```diagram\nx\n```\n\n    y')).toEqual([
    { kind: 'diagram', number: 3 },
    { kind: 'code', text: 'x' },
    { kind: 'code', text: 'y' },
  ]);
});

test('nothing in a text becomes markup or a script', () => {
  expect(readMarkdown('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'paragraph', inside: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ]);
  expect(paragraph('a <b>c</b>').every((part) => part.kind === 'text')).toBe(true);
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x']) {
    expect(paragraph(`[a](${address})`)).toEqual([{ kind: 'text', text: `[a](${address})` }]);
  }
  expect(paragraph('![a](http://x/y.png)')).toEqual([{ kind: 'text', text: '![a](http://x/y.png)' }]);
});
