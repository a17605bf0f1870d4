/** The tree of a game that was given away: where one stands in it, and the ways from there. Knows nothing of the page. */
import type { ExportNodeView } from '#lib/net/types.ts';

/** A piece: its id, its drawing, where that lies, and what lies over what. */
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

  /** The places one can go on to; the first goes on with the line. */
  next(at: number): number[] {
    return this.#children[at] ?? [];
  }

  /** The way from the start to a place, both included. */
  path(at: number): number[] {
    const found = [at];
    for (let n = at; n > 0; ) {
      n = this.nodes[n]?.parent ?? 0;
      found.unshift(n);
    }
    return found;
  }

  /** The line through a place: the way to it, and on by the first children to its end. */
  line(at: number): number[] {
    const found = this.path(at);
    for (let on = this.next(at)[0]; on !== undefined; on = this.next(on)[0]) {
      found.push(on);
    }
    return found;
  }

  /** What lies at a place: every piece by its id. */
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

/** What lies higher is drawn later, and of what lies equally high that which is nearer. */
export function inOrder(actors: Iterable<Actor>): Actor[] {
  return [...actors].sort((one, other) => one[4] - other[4] || one[3] - other[3]);
}
