/**
 * Tree of variations. Every node is a move; the first child continues the line. Trees are immutable. A node keeps its
 * id in later trees, so the moves of a game keep theirs.
 */
import type { Study, StudyNode, StudyView } from '#lib/net/types.ts';

export type Mark = NonNullable<StudyNode['mark']>;
export const MARKS: readonly Mark[] = ['!!', '!', '!?', '?!', '?', '??'];

export interface TreeNode {
  id: number;
  parent: number;
  /** Move in notation; "" for the root. */
  text: string;
  seat: number;
  /** Whether the turn ends with this move. */
  turnOver: boolean;
  /** Number of the round of its turn in the line, from 1; as in the move list of a match. */
  round: number;
  /** Move in words. */
  says: string;
  /** Its turn in notation, up to this move. */
  turnText: string;
  name: string;
  comment: string;
  mark: Mark;
  seconds: number | null;
  /** Arrows on the board after this move, as labels of two sites; a ring if both are one. */
  arrows: readonly [string, string][];
  /** The question with which a lesson asks here, "" for the usual one; null if it does not. */
  quiz: string | null;
  children: readonly number[];
}

export interface Tree {
  branches: ReadonlyMap<number, TreeNode>;
  next: number;
}

/** A move to add to the tree. */
export interface PlayedMove {
  text: string;
  seat: number;
  turnOver: boolean;
  says: string;
  turnText: string;
}

export const ROOT = 0;

/** Return the round of a move below a node: the next one when the order of seats starts again. */
function roundAfter(above: TreeNode, seat: number): number {
  const starts = above.id === ROOT || (above.turnOver && seat <= above.seat);
  return above.round + (starts ? 1 : 0);
}

/** Convert a study; nodes keep their ids. */
export function fromStudy({ study, nodes }: StudyView): Tree {
  const branches = new Map<number, TreeNode>();
  for (const [id, node] of study.nodes.entries()) {
    const source = nodes[id];
    const parent = id === ROOT ? -1 : (node.parent ?? -1);
    const above = branches.get(parent);
    branches.set(id, {
      id,
      parent,
      text: node.text ?? '',
      seat: source?.seat ?? 0,
      turnOver: source?.turn_over ?? true,
      round: above ? roundAfter(above, source?.seat ?? 0) : 0,
      says: source?.says?.text ?? '',
      turnText: source?.turn ?? '',
      name: node.name ?? '',
      comment: node.comment ?? '',
      mark: node.mark ?? '',
      seconds: node.seconds ?? null,
      arrows: node.arrows ?? [],
      quiz: node.quiz ?? null,
      children: [],
    });
    if (above) {
      branches.set(parent, { ...above, children: [...above.children, id] });
    }
  }
  return { branches, next: study.nodes.length };
}

/** Return the nodes of a study in reading order, each after its parent. */
export function toNodes(tree: Tree): StudyNode[] {
  const nodes: StudyNode[] = [];
  const numbers = new Map<number, number>();
  const waiting = [ROOT];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { parent, text, name, comment, mark, seconds, arrows, quiz, children } = nodeOf(tree, id);
    numbers.set(id, nodes.length);
    nodes.push({
      ...(id === ROOT ? {} : { parent: numbers.get(parent) ?? 0, text }),
      ...(name ? { name } : {}),
      ...(comment ? { comment } : {}),
      ...(mark ? { mark } : {}),
      ...(seconds === null ? {} : { seconds }),
      ...(arrows.length ? { arrows: [...arrows] } : {}),
      ...(quiz === null ? {} : { quiz }),
    });
    waiting.push(...[...children].reverse());
  }
  return nodes;
}

export function toStudy(tree: Tree, of: Pick<Study, 'game' | 'options' | 'start' | 'tags'>): Study {
  return { ...of, nodes: toNodes(tree), outcome: null };
}

// ---- Navigation -----------------------------------------------------------------------------------------------------

export function nodeOf(tree: Tree, id: number): TreeNode {
  const found = tree.branches.get(id);
  if (!found) {
    throw new RangeError(`no node ${id}`);
  }
  return found;
}

/** Return the nodes from the root to one, inclusive. */
export function lineTo(tree: Tree, id: number): number[] {
  const line = [id];
  for (let at = nodeOf(tree, id).parent; at >= 0; at = nodeOf(tree, at).parent) {
    line.push(at);
  }
  return line.reverse();
}

/** Return the moves from the root to a node. */
export function movesTo(tree: Tree, id: number): string[] {
  return lineTo(tree, id)
    .slice(1)
    .map((at) => nodeOf(tree, at).text);
}

/** Return the last node of the line that continues from a node. */
export function endOfLine(tree: Tree, id: number): number {
  let at = id;
  for (let next = nodeOf(tree, at).children[0]; next !== undefined; next = nodeOf(tree, at).children[0]) {
    at = next;
  }
  return at;
}

// ---- Changes --------------------------------------------------------------------------------------------------------

/** Add a move below a node, or find it there. */
export function addMove(tree: Tree, parent: number, played: PlayedMove): { tree: Tree; id: number } {
  const above = nodeOf(tree, parent);
  const known = above.children.find((child) => nodeOf(tree, child).text === played.text);
  if (known !== undefined) {
    return { tree, id: known };
  }
  const id = tree.next;
  const round = roundAfter(above, played.seat);
  const rest = { name: '', comment: '', mark: '' as const, seconds: null, arrows: [], quiz: null, children: [] };
  const branches = new Map(tree.branches);
  branches.set(id, { id, parent, round, ...played, ...rest });
  branches.set(parent, { ...above, children: [...above.children, id] });
  return { tree: { branches, next: id + 1 }, id };
}

/** What a person writes and draws about a node. */
export type Annotations = Pick<TreeNode, 'name' | 'comment' | 'mark' | 'arrows' | 'quiz'>;

export function annotate(tree: Tree, id: number, notes: Partial<Annotations>): Tree {
  return replace(tree, { ...nodeOf(tree, id), ...notes });
}

/** Remove a node and everything below it. The root cannot be removed. */
export function removeSubtree(tree: Tree, id: number): Tree {
  if (id === ROOT) {
    return tree;
  }
  const above = nodeOf(tree, nodeOf(tree, id).parent);
  const branches = new Map(tree.branches);
  branches.set(above.id, { ...above, children: above.children.filter((child) => child !== id) });
  const removing = [id];
  for (let at = removing.pop(); at !== undefined; at = removing.pop()) {
    removing.push(...nodeOf(tree, at).children);
    branches.delete(at);
  }
  return { ...tree, branches };
}

/** Move the variation of a node before its siblings, at the point where it leaves the line above. */
export function promote(tree: Tree, id: number): Tree {
  for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent) {
    const above = nodeOf(tree, nodeOf(tree, at).parent);
    if (above.children[0] !== at) {
      return replace(tree, { ...above, children: [at, ...above.children.filter((child) => child !== at)] });
    }
  }
  return tree;
}

function replace(tree: Tree, changed: TreeNode): Tree {
  return { ...tree, branches: new Map(tree.branches).set(changed.id, changed) };
}
