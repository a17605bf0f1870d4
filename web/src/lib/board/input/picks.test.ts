import { describe, expect, test } from 'vitest';
import { moves } from '../testBoards.ts';
import { applyPick, emptySelection, firstAndLastMove, nextPicks } from './picks.ts';

const nobody = () => false;

describe('a click', () => {
  const legal = moves([[1, 2]], [[1, 3]], [[4, 5]], [[1, 'turn']], [[7]]);

  test('narrows the possible moves', () => {
    const step = applyPick(emptySelection(legal), 1, nobody);
    expect(step).toMatchObject({ to: 'choose', selection: { picks: [1] } });
    expect([...nextPicks({ legal, picks: [1] }).keys()]).toEqual([2, 3, 'turn']);
  });

  test('that completes a pick path plays the move, even when it is a verb', () => {
    expect(applyPick({ legal, picks: [1] }, 3, nobody)).toMatchObject({
      to: 'move',
      move: { index: 1 },
      picks: [1, 3],
    });
    expect(applyPick({ legal, picks: [1] }, 'turn', nobody)).toMatchObject({ to: 'move', move: { index: 3 } });
    expect(applyPick(emptySelection(legal), 7, nobody)).toMatchObject({ to: 'move', move: { index: 4 } });
  });

  test('on a piece with a single move only selects it', () => {
    expect(applyPick(emptySelection(legal), 4, nobody)).toMatchObject({ to: 'choose', selection: { picks: [4] } });
  });

  test('on the selected piece clears the selection', () => {
    expect(applyPick({ legal, picks: [1] }, 1, nobody)).toMatchObject({ to: 'choose', selection: { picks: [] } });
  });

  test('on another own piece selects that one', () => {
    expect(applyPick({ legal, picks: [1] }, 4, (site) => site === 4)).toMatchObject({
      to: 'choose',
      selection: { picks: [4] },
    });
  });

  test('on anything else is explained, and the selection stays', () => {
    expect(applyPick({ legal, picks: [1] }, 9, nobody)).toMatchObject({
      to: 'explain',
      picks: [1, 9],
      selection: { picks: [1] },
    });
    expect(applyPick(emptySelection(legal), 9, nobody)).toMatchObject({ to: 'explain', picks: [9] });
  });

  test('never plays from the reserve while a piece is selected', () => {
    expect(applyPick({ legal, picks: [1] }, 7, nobody)).toMatchObject({ to: 'explain', picks: [1, 7] });
  });
});

test('a target of the selected piece has priority over selecting another own piece', () => {
  const legal = moves([[1, 2]], [[2, 5]]);
  expect(applyPick({ legal, picks: [1] }, 2, () => true)).toMatchObject({ to: 'move', move: { index: 0 } });
});

test('several pick paths can lead to the same move, in either order', () => {
  const legal = moves(
    [
      [1, 2],
      [2, 1],
    ],
    [
      [1, 3],
      [3, 1],
    ],
  );
  expect(applyPick({ legal, picks: [2] }, 1, nobody)).toMatchObject({ to: 'move', move: { index: 0 } });
  expect(nextPicks(emptySelection(legal)).get(1)).toHaveLength(2);
});

test('of many continuations the first and the last are used for all', () => {
  const legal = moves([[1, 2]], [[1, 3]], [[1, 4]], [[5, 6]]);
  expect(firstAndLastMove({ legal, picks: [1] }).map((move) => move.index)).toEqual([0, 2]);
  expect(firstAndLastMove({ legal, picks: [5] }).map((move) => move.index)).toEqual([3]);
  expect(firstAndLastMove({ legal, picks: [9] })).toEqual([]);
});
