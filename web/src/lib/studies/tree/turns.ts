/**
 * Turns in a tree of variations. A turn may consist of several moves, each with its own node, but people read and
 * compare whole turns. A turn is identified by its last node: the one that ends it, or the last one of an incomplete
 * turn.
 */
import { lineTo, nodeOf, ROOT, type Tree, type TreeNode } from './tree.ts';

/** Return the nodes of a node's turn up to this node; none for the root. */
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

/** Return the last nodes of the turns after a node, the main line first; within a turn, of its continuations. */
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

/** Return the last node of the turn that a node belongs to, along the line. */
export function turnOf(tree: Tree, id: number): number {
  return id === ROOT || nodeOf(tree, id).turnOver ? id : (turnsAfter(tree, id)[0] ?? id);
}

/** Return the node from which the turn of a node is played. */
function beginningOf(tree: Tree, id: number): number {
  const [first] = turnTo(tree, id);
  return first === undefined ? ROOT : nodeOf(tree, first).parent;
}

// ---- Navigation -----------------------------------------------------------------------------------------------------

/** Return the node one turn forward or back along the line. */
export function nodeBeside(tree: Tree, id: number, by: 1 | -1): number {
  return by > 0 ? (turnsAfter(tree, id)[0] ?? id) : beginningOf(tree, id);
}

/** Return the next or previous alternative to this turn, or to the nearest earlier turn that has one. */
export function variationBeside(tree: Tree, id: number, by: 1 | -1): number {
  for (let at = turnOf(tree, id); at !== ROOT; at = beginningOf(tree, at)) {
    const turns = turnsAfter(tree, beginningOf(tree, at));
    if (turns.length > 1) {
      return turns[(turns.indexOf(at) + by + turns.length) % turns.length] ?? id;
    }
  }
  return id;
}

/** Moves to animate: their nodes, and whether they are taken back. */
export interface TurnPath {
  nodes: number[];
  backwards: boolean;
}

/** Return the path between two nodes if they are on one line and at most a turn apart. */
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

/** Return the node to remove with a turn: includes earlier moves of the turn that lead nowhere else. */
export function nodeToRemove(tree: Tree, id: number): number {
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

// ---- Reading order --------------------------------------------------------------------------------------------------

/** A turn in reading order. */
export interface Turn {
  /** Number of its round, and whether this is the first turn in it. */
  round: number;
  opensRound: boolean;
  seat: number;
  /** Its last node. */
  end: number;
  nodes: TreeNode[];
}

/** A part of a line without alternatives. */
export interface LineSegment {
  /** Depth of nested variations. */
  depth: number;
  /** Name of the variation that starts here. */
  name: string;
  turns: Turn[];
}

/** Return the tree in reading order: a line, then the alternatives to its last turn, then the line again. */
export function lineSegments(tree: Tree): LineSegment[] {
  const found: LineSegment[] = [];
  const [first] = turnsAfter(tree, ROOT);
  /** Stack of lines still to read. */
  const waiting = first === undefined ? [] : [{ id: first, depth: 0, begins: true }];
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    const { depth, begins } = line;
    const segment: LineSegment = { depth, name: '', turns: [] };
    found.push(segment);
    for (let at: number | undefined = line.id; at !== undefined; ) {
      const turn = read(tree, at);
      if (begins && segment.turns.length === 0) {
        segment.name = turn.nodes.find((node) => node.name)?.name ?? '';
      }
      segment.turns.push(turn);
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
  const { round, seat } = nodeOf(tree, end);
  const opensRound = nodeOf(tree, beginningOf(tree, end)).round !== round;
  return { round, opensRound, seat, end, nodes: turnTo(tree, end).map((id) => nodeOf(tree, id)) };
}
