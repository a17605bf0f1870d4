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

function shown(changes: Partial<MatchSummaryView>, seat: number, mine: number[], open = false) {
  const seats = [
    { name: 'Anna', player: { is: 'guest' } },
    { name: 'Ben', player: { is: open ? 'open' : 'guest' } },
  ];
  const turns = [{ complete: true }, { complete: false }];
  const snapshot = { state: { seats, turns, position: { seat } }, you: { seats: mine } } as unknown as SnapshotMessage;
  return ongoingMatch({ ...match, ...changes }, snapshot);
}

test('it says whose turn it is', () => {
  expect(shown({}, 0, [0]).state).toBe('yours');
  expect(shown({}, 1, [0])).toMatchObject({ state: 'theirs', mover: 'Ben', others: ['Ben'] });
});

test('completed turns are counted', () => {
  expect(shown({}, 0, [0]).turns).toBe(1);
});

test('at one screen both are mine, and both are named', () => {
  expect(shown({ kind: 'local' }, 1, [0, 1])).toMatchObject({ state: 'yours', others: ['Anna', 'Ben'] });
});

test('a game that waits, rests or is played by bots is nobody’s turn', () => {
  expect(shown({ status: 'waiting' }, 0, [0], true)).toMatchObject({ state: 'waiting', others: [] });
  expect(shown({ status: 'paused' }, 0, [0]).state).toBe('paused');
  expect(shown({ kind: 'bots' }, 0, []).state).toBe('bots');
});
