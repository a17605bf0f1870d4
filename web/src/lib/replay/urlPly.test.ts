import { expect, test } from 'vitest';
import { plyIn, replayAddress } from './urlPly.ts';

test('a game opens at its start, at its end or at a move', () => {
  const at = (search: string) => plyIn(new URLSearchParams(search), 30);
  expect([at(''), at('ply=end'), at('ply=7'), at('ply=99'), at('ply=-3'), at('ply=x')]).toEqual([0, 30, 7, 30, 0, 0]);
});

test('an address leads where it was made', () => {
  expect(replayAddress('abc')).toBe('/replay/abc');
  expect(plyIn(new URL(replayAddress('abc', 12), 'http://x').searchParams, 30)).toBe(12);
});
