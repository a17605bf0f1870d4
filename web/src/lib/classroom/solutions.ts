/** The turns that a study gives as correct answers. */
import { nodeOf, type Tree } from '#lib/studies/tree/tree.ts';

/** Return the right turns at a node: the continuation of the line, and variations marked “!” or “!!”. */
export function rightTurns(tree: Tree, id: number): string[] {
  const turns = nodeOf(tree, id).children.flatMap((child, place) => {
    const last = endOfTurn(tree, child);
    const { mark, turnText, turnOver } = nodeOf(tree, last);
    const right = place === 0 ? !mark.startsWith('?') : mark === '!' || mark === '!!';
    return right && turnOver ? [turnText] : [];
  });
  return [...new Set(turns)];
}

function endOfTurn(tree: Tree, id: number): number {
  let at = id;
  for (let node = nodeOf(tree, at); !node.turnOver && node.children[0] !== undefined; node = nodeOf(tree, at)) {
    at = node.children[0];
  }
  return at;
}
