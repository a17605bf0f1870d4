/**
 * A tree of variations: every node is a move, the first child of a node goes on with its line. Trees are never changed;
 * what changes one gives another. A node keeps its number for as long as it is there, so the moves of a game keep theirs.
 */
import type { Study, StudyNode, StudyView } from '#lib/net/types.ts';

export type Mark = NonNullable<StudyNode['mark']>;
export const MARKS: readonly Mark[] = ['!!', '!', '!?', '?!', '?', '??'];

export interface TreeNode {
  id: number;
  parent: number;
  /** The move in notation; the start has none. */
  text: string;
  seat: number;
  /** Whether the turn ends with this move. */
  turnOver: boolean;
  /** Which turn of its line it belongs to, from 1. */
  turn: number;
  /** The move in words. */
  says: string;
  /** Its turn in notation, as far as it goes with this move. */
  turnText: string;
  name: string;
  comment: string;
  mark: Mark;
  seconds: number | null;
  children: readonly number[];
}

export interface Tree {
  branches: ReadonlyMap<number, TreeNode>;
  next: number;
}

/** What is known of a move that is new. */
export interface PlayedMove {
  text: string;
  seat: number;
  turnOver: boolean;
  says: string;
  turnText: string;
}

export const ROOT = 0;

export function emptyTree(seat: number): Tree {
  const root = { id: ROOT, parent: -1, text: '', seat, turnOver: true, turn: 0, says: '', turnText: '', children: [] };
  return { branches: new Map([[ROOT, { ...root, name: '', comment: '', mark: '', seconds: null }]]), next: 1 };
}

/** The tree of a study; its nodes have the study's numbers. */
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
      turn: above ? above.turn + (above.turnOver ? 1 : 0) : 0,
      says: source?.says?.text ?? '',
      turnText: source?.turn ?? '',
      name: node.name ?? '',
      comment: node.comment ?? '',
      mark: node.mark ?? '',
      seconds: node.seconds ?? null,
      children: [],
    });
    if (above) {
      branches.set(parent, { ...above, children: [...above.children, id] });
    }
  }
  return { branches, next: study.nodes.length };
}

/** The nodes as a study has them: in the order of reading, each after its parent. */
export function toNodes(tree: Tree): StudyNode[] {
  const nodes: StudyNode[] = [];
  const numbers = new Map<number, number>();
  const waiting = [ROOT];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { parent, text, name, comment, mark, seconds, children } = nodeOf(tree, id);
    numbers.set(id, nodes.length);
    nodes.push({
      ...(id === ROOT ? {} : { parent: numbers.get(parent) ?? 0, text }),
      ...(name ? { name } : {}),
      ...(comment ? { comment } : {}),
      ...(mark ? { mark } : {}),
      ...(seconds === null ? {} : { seconds }),
    });
    waiting.push(...[...children].reverse());
  }
  return nodes;
}

export function toStudy(tree: Tree, of: Pick<Study, 'game' | 'options' | 'start' | 'tags'>): Study {
  return { ...of, nodes: toNodes(tree), outcome: null };
}

// ---- Walking --------------------------------------------------------------------------------------------------------

export function nodeOf(tree: Tree, id: number): TreeNode {
  const found = tree.branches.get(id);
  if (!found) {
    throw new RangeError(`no node ${id}`);
  }
  return found;
}

/** The nodes from the start to one, both included. */
export function lineTo(tree: Tree, id: number): number[] {
  const line = [id];
  for (let at = nodeOf(tree, id).parent; at >= 0; at = nodeOf(tree, at).parent) {
    line.push(at);
  }
  return line.reverse();
}

/** The moves from the start to a node. */
export function movesTo(tree: Tree, id: number): string[] {
  return lineTo(tree, id)
    .slice(1)
    .map((at) => nodeOf(tree, at).text);
}

/** The last node of the line that goes on from a node. */
export function endOfLine(tree: Tree, id: number): number {
  let at = id;
  for (let next = nodeOf(tree, at).children[0]; next !== undefined; next = nodeOf(tree, at).children[0]) {
    at = next;
  }
  return at;
}

// ---- Growing --------------------------------------------------------------------------------------------------------

/** Puts a move below a node, or finds it there. */
export function addMove(tree: Tree, parent: number, played: PlayedMove): { tree: Tree; id: number } {
  const above = nodeOf(tree, parent);
  const known = above.children.find((child) => nodeOf(tree, child).text === played.text);
  if (known !== undefined) {
    return { tree, id: known };
  }
  const id = tree.next;
  const turn = above.turn + (above.turnOver ? 1 : 0);
  const rest = { name: '', comment: '', mark: '' as const, seconds: null, children: [] };
  const branches = new Map(tree.branches);
  branches.set(id, { id, parent, turn, ...played, ...rest });
  branches.set(parent, { ...above, children: [...above.children, id] });
  return { tree: { branches, next: id + 1 }, id };
}

export function annotate(tree: Tree, id: number, notes: Partial<Pick<TreeNode, 'name' | 'comment' | 'mark'>>): Tree {
  return replace(tree, { ...nodeOf(tree, id), ...notes });
}

/** Cuts a node and all below it. The start cannot be cut. */
export function removeSubtree(tree: Tree, id: number): Tree {
  if (id === ROOT) {
    return tree;
  }
  const above = nodeOf(tree, nodeOf(tree, id).parent);
  const branches = new Map(tree.branches);
  branches.set(above.id, { ...above, children: above.children.filter((child) => child !== id) });
  const falling = [id];
  for (let at = falling.pop(); at !== undefined; at = falling.pop()) {
    falling.push(...nodeOf(tree, at).children);
    branches.delete(at);
  }
  return { ...tree, branches };
}

/** Makes the variation that a node belongs to come before the others, where it leaves the line above it. */
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
