import { expect, test } from 'vitest';
import type { TurnView } from '#lib/net/types.ts';
import { isOneTurn } from './speed.ts';

const turn = (seat: number, ...plies: number[]): TurnView => ({
  seat,
  text: '',
  complete: true,
  moves: plies.map((ply) => ({ ply, text: '', spent: 0, at: 0, automatic: false })),
});
const TURNS = [turn(0, 1), turn(1, 2, 3, 4), turn(0, 5)];

test('one turn is animated in either direction', () => {
  expect(isOneTurn(TURNS, 0, 1)).toBe(true);
  expect(isOneTurn(TURNS, 1, 4)).toBe(true);
  expect(isOneTurn(TURNS, 4, 1)).toBe(true);
  expect(isOneTurn(TURNS, 2, 4)).toBe(true);
});

test('more than one turn is jumped without animation', () => {
  expect(isOneTurn(TURNS, 0, 4)).toBe(false);
  expect(isOneTurn(TURNS, 5, 0)).toBe(false);
  expect(isOneTurn(TURNS, 3, 5)).toBe(false);
});

test('the current position needs no step', () => {
  expect(isOneTurn(TURNS, 1, 1)).toBe(false);
});
