import { expect, test } from 'vitest';
import type { StudyView } from '#lib/net/types.ts';
import { emptyTree } from './testTree.ts';
import {
  addMove,
  annotate,
  endOfLine,
  fromStudy,
  lineTo,
  movesTo,
  nodeOf,
  promote,
  removeSubtree,
  type Tree,
  toNodes,
} from './tree.ts';
import { lineSegments, nodeBeside, nodeToRemove, pathWithinTurn, turnOf, turnTo, variationBeside } from './turns.ts';

/** Build a tree from lines of moves; a move that ends with `+` does not end the turn. */
function tree(...lines: string[]): Tree {
  let grown = emptyTree(0);
  for (const line of lines) {
    let at = 0;
    for (const text of line.split(' ')) {
      const above = nodeOf(grown, at);
      const seat = at === 0 ? 0 : above.turnOver ? 1 - above.seat : above.seat;
      const next = addMove(grown, at, { text, seat, turnOver: !text.endsWith('+'), says: text, turnText: text });
      grown = next.tree;
      at = next.id;
    }
  }
  return grown;
}

const at = (of: Tree, ...texts: string[]) =>
  [...of.branches.keys()].find((id) => movesTo(of, id).join(' ') === texts.join(' ')) ?? -1;

/** Return the tree in reading order; `(` and `)` show the depth. */
const readOut = (of: Tree) =>
  lineSegments(of).map(({ depth, turns }) => {
    const moves = turns.map((turn) => turn.nodes.map((node) => node.text).join(''));
    return '>'.repeat(depth) + moves.join(' ');
  });

test('the same move is not added twice', () => {
  const once = tree('a b');
  const again = addMove(once, 0, { text: 'a', seat: 0, turnOver: true, says: '', turnText: '' });
  expect(again).toEqual({ tree: once, id: 1 });
});

test('variations are listed where they branch off', () => {
  expect(readOut(tree('a b c', 'a x y', 'a x z', 'q'))).toEqual(['a', '>q', 'b', '>x y', '>>z', 'c']);
  expect(readOut(tree('a b c d'))).toEqual(['a b c d']);
  expect(readOut(emptyTree(0))).toEqual([]);
});

test('variations consist of whole turns, even if they branch within one', () => {
  const pylos = tree('a+ b c+ d', 'a+ e c', 'a+ f+');
  expect(readOut(pylos)).toEqual(['a+b', '>a+e c', '>a+f+', 'c+d']);
  const turns = lineSegments(pylos).flatMap((segment) => segment.turns);
  expect(turns.map(({ round, opensRound, seat }) => [round, opensRound, seat])).toEqual([
    [1, true, 0],
    [1, true, 0],
    [1, false, 1],
    [1, true, 0],
    [1, false, 1],
  ]);
  expect(lineSegments(tree('a b c d')).flatMap((segment) => segment.turns.map(({ round }) => round))).toEqual([
    1, 1, 2, 2,
  ]);
  const named = annotate(pylos, at(pylos, 'a+', 'e'), { name: 'Take it back' });
  expect(lineSegments(named).map((segment) => segment.name)).toEqual(['', 'Take it back', '', '']);
});

test('a node within a turn belongs to the turn of the main line', () => {
  const of = tree('a+ b c', 'a+ e');
  expect(turnOf(of, at(of, 'a+'))).toBe(at(of, 'a+', 'b'));
  expect(turnOf(of, at(of, 'a+', 'e'))).toBe(at(of, 'a+', 'e'));
  expect(turnOf(of, 0)).toBe(0);
  expect(turnTo(of, at(of, 'a+', 'e'))).toEqual([at(of, 'a+'), at(of, 'a+', 'e')]);
});

test('the moves of one turn are animated forwards and backwards; longer ways are jumped', () => {
  const of = tree('a+ b+ c d', 'x');
  const [a, b, c, d] = [['a+'], ['a+', 'b+'], ['a+', 'b+', 'c'], ['a+', 'b+', 'c', 'd']].map((way) => at(of, ...way));
  expect(pathWithinTurn(of, 0, c ?? -1)).toEqual({ nodes: [a, b, c], backwards: false });
  expect(pathWithinTurn(of, c ?? -1, 0)).toEqual({ nodes: [c, b, a], backwards: true });
  expect(pathWithinTurn(of, a ?? -1, c ?? -1)).toEqual({ nodes: [b, c], backwards: false });
  expect(pathWithinTurn(of, 0, d ?? -1)).toBeNull();
  expect(pathWithinTurn(of, d ?? -1, 0)).toBeNull();
  expect(pathWithinTurn(of, c ?? -1, at(of, 'x'))).toBeNull();
  expect(pathWithinTurn(of, 999, c ?? -1)).toBeNull();
});

test('navigation goes turn by turn along the line, and between variations', () => {
  const of = tree('a+ b c d', 'a+ b x y');
  expect(nodeBeside(of, 0, 1)).toBe(at(of, 'a+', 'b'));
  expect(nodeBeside(of, at(of, 'a+', 'b'), -1)).toBe(0);
  expect(nodeBeside(of, at(of, 'a+', 'b', 'c', 'd'), 1)).toBe(at(of, 'a+', 'b', 'c', 'd'));
  expect(nodeBeside(of, 0, -1)).toBe(0);
  expect(variationBeside(of, at(of, 'a+', 'b', 'c', 'd'), 1)).toBe(at(of, 'a+', 'b', 'x'));
  expect(variationBeside(of, at(of, 'a+', 'b', 'x', 'y'), 1)).toBe(at(of, 'a+', 'b', 'c'));
  expect(variationBeside(of, at(of, 'a+', 'b'), 1)).toBe(at(of, 'a+', 'b'));
  const parted = tree('a+ b', 'a+ c');
  expect(variationBeside(parted, at(parted, 'a+'), 1)).toBe(at(parted, 'a+', 'c'));
  expect(nodeBeside(parted, at(parted, 'a+'), -1)).toBe(0);
  expect(endOfLine(of, 0)).toBe(at(of, 'a+', 'b', 'c', 'd'));
  expect(lineTo(of, at(of, 'a+', 'b'))).toEqual([0, 1, 2]);
});

test('a variation is deleted with its continuation; the start is not', () => {
  const of = tree('a b c', 'a x y');
  const less = removeSubtree(of, at(of, 'a', 'x'));
  expect(readOut(less)).toEqual(['a b c']);
  expect(less.branches.size).toBe(4);
  expect(removeSubtree(of, 0)).toBe(of);
});

test('a turn is deleted as a whole, except for moves shared with another turn', () => {
  const of = tree('a b+ c+ d e');
  expect(readOut(removeSubtree(of, nodeToRemove(of, at(of, 'a', 'b+', 'c+', 'd'))))).toEqual(['a']);
  const parted = tree('a+ b', 'a+ c');
  expect(readOut(removeSubtree(parted, nodeToRemove(parted, at(parted, 'a+', 'c'))))).toEqual(['a+b']);
});

test('a variation can become the main line', () => {
  const of = tree('a b c', 'a x y z', 'a x y w');
  expect(readOut(promote(of, at(of, 'a', 'x', 'y')))).toEqual(['a x', '>b c', 'y z', '>w']);
  expect(promote(of, at(of, 'a', 'b', 'c'))).toBe(of);
});

test('a study is restored with its names, comments, marks and quiz moments', () => {
  let of = tree('a b c', 'a x y', 'q');
  of = annotate(of, at(of, 'a', 'x'), { name: 'The other way', comment: 'so', mark: '!?', quiz: 'Why?' });
  of = annotate(of, at(of, 'a'), { quiz: '' });
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
    nodes: nodes.map(() => ({ seat: 0, turn_over: true, says: null, turn: '' })),
  } as unknown as StudyView;
  const back = fromStudy(view);
  expect(toNodes(back)).toEqual(nodes);
  expect(nodes.map((node) => node.quiz)).toEqual([undefined, '', undefined, undefined, 'Why?', undefined, undefined]);
  expect(lineSegments(back).map((segment) => segment.name)).toEqual(['', '', '', 'The other way', '']);
});
