import { describe, expect, test } from 'vitest';
import type { Board } from '#lib/net/types.ts';
import { squares } from '../testBoards.ts';
import { type Direction, neighbour } from './navigation.ts';

const all = (board: Board) => board.sites.keys();
const go = (board: Board, from: number, way: Direction, turned = 0) => neighbour(board, from, way, all(board), turned);

describe('arrows', () => {
  const board = squares(3, 3);

  test('go to the next site', () => {
    expect([go(board, 4, 'right'), go(board, 4, 'left'), go(board, 4, 'up'), go(board, 4, 'down')]).toEqual([
      5, 3, 7, 1,
    ]);
  });

  test('end at the edge', () => {
    expect(go(board, 2, 'right')).toBeUndefined();
  });

  test('follow the viewer’s direction when the board is turned', () => {
    expect([go(board, 4, 'up', 180), go(board, 4, 'right', 180)]).toEqual([1, 3]);
    expect([go(board, 4, 'up', 90), go(board, 4, 'right', 90)]).toEqual([3, 7]);
  });

  test('skip sites that are not offered', () => {
    expect(neighbour(board, 3, 'right', [3, 5], 0)).toBe(5);
  });

  test('reach every corner of a round board', () => {
    const sites = Array.from({ length: 6 }, (_, n) => {
      const angle = (Math.PI * n) / 3;
      return { label: `${n}`, x: Math.sin(angle), y: Math.cos(angle), z: 0 };
    });
    const round = { ...board, sites };
    const reached = new Set([0]);
    for (let turn = 0; turn < 6; turn++) {
      for (const from of [...reached]) {
        for (const way of ['left', 'right', 'up', 'down'] as const) {
          const to = go(round, from, way);
          if (to !== undefined) {
            reached.add(to);
          }
        }
      }
    }
    expect(reached.size).toBe(6);
  });
});

test('Page Up and Page Down change the level', () => {
  const base = squares(2, 2);
  const board = { ...base, sites: [...base.sites, { label: 'top', x: 0.5, y: 0.5, z: 0.7 }] };
  expect(go(board, 0, 'higher')).toBe(4);
  expect(go(board, 4, 'lower')).toBe(0);
  expect(go(board, 4, 'higher')).toBeUndefined();
  expect(go(board, 0, 'right')).toBe(1);
});
