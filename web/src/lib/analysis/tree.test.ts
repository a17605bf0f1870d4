import { expect, test } from 'vitest';
import type { StudyView } from '#lib/api/types.ts';
import {
  annotate,
  branch,
  cut,
  endOf,
  fromStudy,
  grow,
  lineTo,
  movesTo,
  promote,
  seedling,
  sibling,
  step,
  stretches,
  type Tree,
  toNodes,
} from './tree.ts';

/** Grows lines of moves; a move that ends with `+` does not end the turn. */
function tree(...lines: string[]): Tree {
  let grown = seedling(0);
  for (const line of lines) {
    let at = 0;
    for (const text of line.split(' ')) {
      const above = branch(grown, at);
      const seat = at === 0 ? 0 : above.turnOver ? 1 - above.seat : above.seat;
      const next = grow(grown, at, { text, seat, turnOver: !text.endsWith('+'), says: text });
      grown = next.tree;
      at = next.id;
    }
  }
  return grown;
}

const at = (of: Tree, ...texts: string[]) =>
  [...of.branches.keys()].find((id) => movesTo(of, id).join(' ') === texts.join(' ')) ?? -1;

/** What is read: `(` and `)` show how deep it is. */
const readOut = (of: Tree) =>
  stretches(of).map(({ depth, turns }) => {
    const moves = turns.map((turn) => turn.nodes.map((id) => branch(of, id).text).join(''));
    return '>'.repeat(depth) + moves.join(' ');
  });

test('the same move is not put there twice', () => {
  const once = tree('a b');
  const again = grow(once, 0, { text: 'a', seat: 0, turnOver: true, says: '' });
  expect(again).toEqual({ tree: once, id: 1 });
});

test('variations are read where they leave the line', () => {
  expect(readOut(tree('a b c', 'a x y', 'a x z', 'q'))).toEqual(['a', '>q', 'b', '>x y', '>>z', 'c']);
  expect(readOut(tree('a b c d'))).toEqual(['a b c d']);
  expect(readOut(seedling(0))).toEqual([]);
});

test('moves of one turn are read together and counted as one', () => {
  const pylos = tree('a+ b c+ d', 'a+ e c');
  expect(readOut(pylos)).toEqual(['a+b', '>e c', 'c+d']);
  const turns = stretches(pylos).flatMap((stretch) => stretch.turns);
  expect(turns.map(({ number, seat }) => [number, seat])).toEqual([
    [1, 0],
    [1, 0],
    [2, 1],
    [2, 1],
  ]);
});

test('one walks turn by turn along the line, and between variations', () => {
  const of = tree('a+ b c d', 'a+ b x y');
  expect(step(of, 0, 1)).toBe(at(of, 'a+', 'b'));
  expect(step(of, at(of, 'a+', 'b'), -1)).toBe(0);
  expect(step(of, at(of, 'a+', 'b', 'c', 'd'), 1)).toBe(at(of, 'a+', 'b', 'c', 'd'));
  expect(step(of, 0, -1)).toBe(0);
  expect(sibling(of, at(of, 'a+', 'b', 'c', 'd'), 1)).toBe(at(of, 'a+', 'b', 'x'));
  expect(sibling(of, at(of, 'a+', 'b', 'x', 'y'), 1)).toBe(at(of, 'a+', 'b', 'c'));
  expect(sibling(of, at(of, 'a+', 'b'), 1)).toBe(at(of, 'a+', 'b'));
  expect(endOf(of, 0)).toBe(at(of, 'a+', 'b', 'c', 'd'));
  expect(lineTo(of, at(of, 'a+', 'b'))).toEqual([0, 1, 2]);
});

test('a variation is cut with all that follows it; the start is not', () => {
  const of = tree('a b c', 'a x y');
  const less = cut(of, at(of, 'a', 'x'));
  expect(readOut(less)).toEqual(['a b c']);
  expect(less.branches.size).toBe(4);
  expect(cut(of, 0)).toBe(of);
});

test('a variation can become the line', () => {
  const of = tree('a b c', 'a x y z', 'a x y w');
  expect(readOut(promote(of, at(of, 'a', 'x', 'y')))).toEqual(['a x', '>b c', 'y z', '>w']);
  expect(promote(of, at(of, 'a', 'b', 'c'))).toBe(of);
});

test('a study comes back as it was, with its names, comments and marks', () => {
  let of = tree('a b c', 'a x y', 'q');
  of = annotate(of, at(of, 'a', 'x'), { name: 'The other way', comment: 'so', mark: '!?' });
  const nodes = toNodes(of);
  expect(nodes.map((node) => [node.parent, node.text])).toEqual([
    [undefined, undefined],
    [0, 'a'],
    [1, 'b'],
    [2, 'c'],
    [1, 'x'],
    [4, 'y'],
    [0, 'q'],
  ]);
  const view = {
    study: { nodes },
    nodes: nodes.map(() => ({ seat: 0, turn_over: true, says: null })),
  } as unknown as StudyView;
  const back = fromStudy(view);
  expect(toNodes(back)).toEqual(nodes);
  expect(stretches(back).map((stretch) => stretch.name)).toEqual(['', '', '', 'The other way', '']);
});
