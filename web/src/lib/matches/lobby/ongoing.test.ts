import { expect, test } from 'vitest';
import type { MatchSummaryView, SnapshotMessage } from '#lib/net/types.ts';
import { ongoingMatch } from './ongoing.ts';

const match = {
  id: 'm',
  title: 'A game',
  kind: 'network',
  status: 'running',
  plies: 3,
  version: 5,
} as MatchSummaryView;

function summary(changes: Partial<MatchSummaryView>, seat: number, mine: number[], open = false) {
  const seats = [
    { name: 'Anna', player: { is: 'guest' } },
    { name: 'Ben', player: { is: open ? 'open' : 'guest' } },
  ];
  const turns = [{ complete: true }, { complete: false }];
  const snapshot = { state: { seats, turns, position: { seat } }, you: { seats: mine } } as unknown as SnapshotMessage;
  return ongoingMatch({ ...match, ...changes }, snapshot);
}

test('the state says whose turn it is', () => {
  expect(summary({}, 0, [0]).state).toBe('yours');
  expect(summary({}, 1, [0])).toMatchObject({ state: 'theirs', mover: 'Ben', others: ['Ben'] });
});

test('completed turns are counted', () => {
  expect(summary({}, 0, [0]).turns).toBe(1);
});

test('on a shared screen both seats are mine, and both are named', () => {
  expect(summary({ kind: 'local' }, 1, [0, 1])).toMatchObject({ state: 'yours', others: ['Anna', 'Ben'] });
});

test('a waiting, paused or bot game is nobody’s turn', () => {
  expect(summary({ status: 'waiting' }, 0, [0], true)).toMatchObject({ state: 'waiting', others: [] });
  expect(summary({ status: 'paused' }, 0, [0]).state).toBe('paused');
  expect(summary({ kind: 'bots' }, 0, []).state).toBe('bots');
});
