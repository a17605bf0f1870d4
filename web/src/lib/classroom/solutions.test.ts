import { expect, test } from 'vitest';
import { emptyTree } from '#lib/studies/tree/testTree.ts';
import { addMove, annotate, ROOT } from '#lib/studies/tree/tree.ts';
import { rightTurns } from './solutions.ts';

const move = (text: string, turnOver = true, turnText = text) => ({ text, seat: 0, turnOver, says: '', turnText });

test('the continuation and marked variations are right', () => {
  let { tree } = addMove(emptyTree(0), ROOT, move('a'));
  for (const text of ['b', 'c']) {
    tree = addMove(tree, ROOT, move(text)).tree;
  }
  expect(rightTurns(tree, ROOT)).toEqual(['a']);
  expect(rightTurns(annotate(tree, 3, { mark: '!' }), ROOT)).toEqual(['a', 'c']);
  expect(rightTurns(annotate(tree, 1, { mark: '??' }), ROOT)).toEqual([]);
  expect(rightTurns(tree, 1)).toEqual([]);
});

test('a turn of several moves counts as a whole, and only if it is complete', () => {
  const first = addMove(emptyTree(0), ROOT, move('a', false));
  expect(rightTurns(first.tree, ROOT)).toEqual([]);
  expect(rightTurns(addMove(first.tree, first.id, move('b', true, 'a;b')).tree, ROOT)).toEqual(['a;b']);
});
