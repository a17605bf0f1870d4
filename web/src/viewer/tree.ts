/** The game tree of an exported page. Independent of the page's markup. */
import type { ExportNodeView } from '#lib/net/types.ts';

/** A piece: id, drawing, place and stacking order. */
export type Actor = NonNullable<ExportNodeView['put']>[number];

export class Tree {
  readonly nodes: readonly ExportNodeView[];
  readonly #children: number[][];

  constructor(nodes: readonly ExportNodeView[]) {
    this.nodes = nodes;
    this.#children = nodes.map(() => []);
    nodes.forEach((node, n) => {
      if (n > 0) {
        this.#children[node.parent]?.push(n);
      }
    });
  }

  /** Return the children of a node; the first continues the line. */
  next(at: number): number[] {
    return this.#children[at] ?? [];
  }

  /** Return the nodes from the root to a node, inclusive. */
  path(at: number): number[] {
    const found = [at];
    for (let n = at; n > 0; ) {
      n = this.nodes[n]?.parent ?? 0;
      found.unshift(n);
    }
    return found;
  }

  /** Return the line through a node: from the root to the node, and on by first children. */
  line(at: number): number[] {
    const found = this.path(at);
    for (let on = this.next(at)[0]; on !== undefined; on = this.next(on)[0]) {
      found.push(on);
    }
    return found;
  }

  /** Return the pieces at a node by id. */
  actors(at: number): Map<number, Actor> {
    const found = new Map<number, Actor>();
    for (const n of this.path(at)) {
      const node = this.nodes[n];
      for (const id of node?.gone ?? []) {
        found.delete(id);
      }
      for (const actor of node?.put ?? []) {
        found.set(actor[0], actor);
      }
    }
    return found;
  }
}

/** Return the pieces in drawing order: lower ones first, then by distance. */
export function inOrder(actors: Iterable<Actor>): Actor[] {
  return [...actors].sort((one, other) => one[4] - other[4] || one[3] - other[3]);
}
