/**
 * A tree of variations in turns. A turn may be several moves, each a node of its own; people read, walk and compare whole
 * turns. A turn is named by its last node: the one that ends it, or where somebody left off within it.
 */
import { lineTo, nodeOf, ROOT, type Tree, type TreeNode } from './tree.ts';

/** The nodes of the turn that a node belongs to, up to this one; none at the start. */
export function turnTo(tree: Tree, id: number): number[] {
  const nodes: number[] = [];
  for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent) {
    if (at !== id && nodeOf(tree, at).turnOver) {
      break;
    }
    nodes.unshift(at);
  }
  return nodes;
}

/** Where the turns end that can be played after a node, the line first; within a turn, those that go on with it. */
export function turnsAfter(tree: Tree, id: number): number[] {
  const found: number[] = [];
  const waiting = [...nodeOf(tree, id).children].reverse();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { turnOver, children } = nodeOf(tree, at);
    if (turnOver || children.length === 0) {
      found.push(at);
    } else {
      waiting.push(...[...children].reverse());
    }
  }
  return found;
}

/** The turn that a node belongs to, as the list shows it: by its last node, along the line. */
export function turnOf(tree: Tree, id: number): number {
  return id === ROOT || nodeOf(tree, id).turnOver ? id : (turnsAfter(tree, id)[0] ?? id);
}

/** The node from which the turn of a node is played. */
function beginningOf(tree: Tree, id: number): number {
  const [first] = turnTo(tree, id);
  return first === undefined ? ROOT : nodeOf(tree, first).parent;
}

// ---- Walking --------------------------------------------------------------------------------------------------------

/** Where one comes by going a turn on or back along the line. */
export function step(tree: Tree, id: number, by: 1 | -1): number {
  return by > 0 ? (turnsAfter(tree, id)[0] ?? id) : beginningOf(tree, id);
}

/** The variation beside this one: another turn instead of it, or instead of the nearest turn that has another. */
export function sibling(tree: Tree, id: number, by: 1 | -1): number {
  for (let at = turnOf(tree, id); at !== ROOT; at = beginningOf(tree, at)) {
    const turns = turnsAfter(tree, beginningOf(tree, at));
    if (turns.length > 1) {
      return turns[(turns.indexOf(at) + by + turns.length) % turns.length] ?? id;
    }
  }
  return id;
}

/** Moves to be shown one after the other: the nodes they lead to, and whether they are taken back. */
export interface TurnPath {
  nodes: number[];
  backwards: boolean;
}

/** The way from a node to another along one line, if it is no longer than a turn; anything further is jumped to. */
export function pathWithinTurn(tree: Tree, from: number, to: number): TurnPath | null {
  const backwards = tree.branches.has(from) && lineTo(tree, from).includes(to);
  const [high, low] = backwards ? [to, from] : [from, to];
  const line = lineTo(tree, low);
  const begin = line.indexOf(high);
  const nodes = line.slice(begin + 1);
  if (begin < 0 || nodes.slice(0, -1).some((id) => nodeOf(tree, id).turnOver)) {
    return null;
  }
  return { nodes: backwards ? nodes.reverse() : nodes, backwards };
}

/** The node to cut, to be rid of a turn: moves of it that lead nowhere else go with it. */
export function cutting(tree: Tree, id: number): number {
  let at = id;
  for (let above = nodeOf(tree, at).parent; above > ROOT; above = nodeOf(tree, at).parent) {
    const { turnOver, children } = nodeOf(tree, above);
    if (turnOver || children.length > 1) {
      break;
    }
    at = above;
  }
  return at;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

/** A turn as it is read. */
export interface Turn {
  number: number;
  seat: number;
  /** Its last node. */
  end: number;
  nodes: TreeNode[];
}

/** A stretch of a line that is read in one go. */
export interface Stretch {
  /** How many variations one is inside. */
  depth: number;
  /** What the variation is called that begins here. */
  name: string;
  turns: Turn[];
}

/** The tree in the order of reading: a line, then what could be played instead of its last turn, then the line again. */
export function stretches(tree: Tree): Stretch[] {
  const found: Stretch[] = [];
  const [first] = turnsAfter(tree, ROOT);
  /** Lines still to be read; the last one is next. */
  const waiting = first === undefined ? [] : [{ id: first, depth: 0, begins: true }];
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    const { depth, begins } = line;
    const stretch: Stretch = { depth, name: '', turns: [] };
    found.push(stretch);
    for (let at: number | undefined = line.id; at !== undefined; ) {
      const turn = read(tree, at);
      if (begins && stretch.turns.length === 0) {
        stretch.name = turn.nodes.find((node) => node.name)?.name ?? '';
      }
      stretch.turns.push(turn);
      const [main, ...others] = turnsAfter(tree, beginningOf(tree, at));
      const next: number | undefined = nodeOf(tree, at).turnOver ? turnsAfter(tree, at)[0] : undefined;
      if (main === at && others.length) {
        if (next !== undefined) {
          waiting.push({ id: next, depth, begins: false });
        }
        waiting.push(...others.reverse().map((id) => ({ id, depth: depth + 1, begins: true })));
        break;
      }
      at = next;
    }
  }
  return found;
}

function read(tree: Tree, end: number): Turn {
  const { turn, seat } = nodeOf(tree, end);
  return { number: turn, seat, end, nodes: turnTo(tree, end).map((id) => nodeOf(tree, id)) };
}
