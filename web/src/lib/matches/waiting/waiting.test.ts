import { expect, test } from 'vitest';
import { isUrgent, nextMatch, type WaitingMatch } from './waiting.svelte.ts';

const HOUR = 3_600_000;

function match(id: string, days: number | null = null, left: number | null = null): WaitingMatch {
  return { id, title: 'Sim', version: 1, flag_at: left, days_per_turn: days, seats: [] };
}

test('the next game is the one after the current one, and then the first again', () => {
  const list = [match('a'), match('b'), match('c')];
  expect(['elsewhere', 'a', 'b', 'c'].map((id) => nextMatch(list, id)?.id)).toEqual(['a', 'b', 'c', 'a']);
  expect(nextMatch([match('a')], 'a')).toBeNull();
  expect(nextMatch([], 'a')).toBeNull();
});

test('deadlines of correspondence games are urgent in the last day or the last quarter of a turn', () => {
  expect([23, 25].map((hours) => isUrgent(match('a', 7, hours * HOUR), 0))).toEqual([true, false]);
  expect([5, 7].map((hours) => isUrgent(match('a', 1, hours * HOUR), 0))).toEqual([true, false]);
  expect(isUrgent(match('a', null, HOUR), 0)).toBe(false);
  expect(isUrgent(match('a', 3, null), 0)).toBe(false);
});
