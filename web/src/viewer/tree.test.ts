import { expect, test } from 'vitest';
import type { ExportNodeView } from '#lib/net/types.ts';
import { inOrder, Tree } from './tree.ts';

/** start – 1 – 2, and 3 as an alternative to 1, followed by 4. */
const NODES: ExportNodeView[] = [
  { parent: -1, put: [[7, 0, 0, 0, 0]] },
  {
    parent: 0,
    text: 'a',
    put: [
      [7, 0, 10, 0, 0],
      [8, 1, 5, 5, 1],
    ],
  },
  { parent: 1, text: 'b', gone: [7] },
  { parent: 0, text: 'c' },
  { parent: 3, text: 'd', put: [[7, 2, 0, 0, 0]] },
];

test('a line follows the first children', () => {
  const tree = new Tree(NODES);
  expect(tree.line(0)).toEqual([0, 1, 2]);
  expect(tree.line(3)).toEqual([0, 3, 4]);
  expect(tree.path(4)).toEqual([0, 3, 4]);
  expect(tree.next(0)).toEqual([1, 3]);
  expect(tree.next(2)).toEqual([]);
});

test('the pieces at a node follow from the path to it', () => {
  const tree = new Tree(NODES);
  expect([...tree.actors(1).keys()]).toEqual([7, 8]);
  expect([...tree.actors(2).keys()]).toEqual([8]);
  expect(tree.actors(4).get(7)).toEqual([7, 2, 0, 0, 0]);
  expect(tree.actors(3).get(7)).toEqual([7, 0, 0, 0, 0]);
});

test('higher pieces cover lower ones, nearer pieces cover farther ones', () => {
  const ids = inOrder([
    [1, 0, 0, 0, 2],
    [2, 0, 0, 9, 0],
    [3, 0, 0, 1, 0],
  ]).map(([id]) => id);
  expect(ids).toEqual([3, 2, 1]);
});
