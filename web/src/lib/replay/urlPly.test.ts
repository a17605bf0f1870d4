import { expect, test } from 'vitest';
import { plyFromUrl, replayUrl } from './urlPly.ts';

test('a game opens at its start, at its end or at a move', () => {
  const at = (search: string) => plyFromUrl(new URLSearchParams(search), 30);
  expect([at(''), at('ply=end'), at('ply=7'), at('ply=99'), at('ply=-3'), at('ply=x')]).toEqual([0, 30, 7, 30, 0, 0]);
});

test('a URL restores its position', () => {
  expect(replayUrl('abc')).toBe('/replay/abc');
  expect(plyFromUrl(new URL(replayUrl('abc', 12), 'http://x').searchParams, 30)).toBe(12);
});
