import { expect, test } from 'vitest';
import type { LineView, ThreatsMessage } from '#lib/net/types.ts';
import { threatsOf } from './threats.ts';

const line = (turn: string, ...results: number[]): LineView => ({ turns: [turn], results }) as unknown as LineView;
const found: ThreatsMessage = {
  type: 'threats',
  id: 1,
  seat: 1,
  mine: [line('b1', 0.4, 0.6, 0), line('b2', 0.5, 0.5, 0)],
  theirs: { 0: [line('a1', 0.9, 0.1, 0), line('a2', 0.7, 0.3, 0)], 2: [] },
};
const seen = (own: number[]) =>
  threatsOf(found, own).map((threat) => [threat.seat, threat.line.turns[0], threat.own, threat.next]);

test('the best threat of every seat is marked with its owner', () => {
  expect(seen([0, 1])).toEqual([
    [1, 'b1', true, true],
    [0, 'a1', false, false],
  ]);
});

test('a single player sees their own threats as their own, whichever side is to move', () => {
  expect(seen([0])).toEqual([
    [1, 'b1', false, true],
    [0, 'a1', true, false],
  ]);
});

test('a turn that gains its player nothing is not called a threat', () => {
  const calm = { ...found, theirs: { 0: [line('a1', 0.41, 0.59, 0)], 2: [line('c1', 0, 1, 0)] } };
  expect(threatsOf(calm, [0]).map((threat) => threat.line.turns[0])).toEqual(['b1']);
});

test('nothing is marked before a result is found', () => {
  expect(threatsOf(null, [0])).toEqual([]);
});
