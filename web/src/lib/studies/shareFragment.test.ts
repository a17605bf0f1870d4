import { expect, test } from 'vitest';
import { gameOf, shareIn, withShare } from './shareFragment.ts';

test('a position survives the way through an address', () => {
  const share = 'pylos;size=3,line=off;.../.2./1..|../..|. 1 take:1b2 7';
  const link = new URL(withShare('/analysis', share), 'http://here');
  expect(shareIn(link.hash)).toBe(share);
  expect(link.search).toBe('');
  expect(gameOf(share)).toBe('pylos');
});

test('without a position there is no fragment, and nothing is found in others', () => {
  expect(withShare('/analysis', '')).toBe('/analysis');
  expect(shareIn('')).toBe('');
  expect(shareIn('#moves')).toBe('');
});
