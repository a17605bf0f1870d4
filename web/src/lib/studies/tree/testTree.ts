/** A tree without moves, for tests. */
import { ROOT, type Tree } from './tree.ts';

export function emptyTree(seat: number): Tree {
  const root = { id: ROOT, parent: -1, text: '', seat, turnOver: true, round: 0, says: '', turnText: '', children: [] };
  return {
    branches: new Map([[ROOT, { ...root, name: '', comment: '', mark: '', seconds: null, arrows: [], quiz: null }]]),
    next: 1,
  };
}
