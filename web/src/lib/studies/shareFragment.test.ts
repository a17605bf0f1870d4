import { expect, test } from 'vitest';
import { shareFromFragment, urlWithShare } from './shareFragment.ts';

test('a position survives encoding in a URL', () => {
  const share = 'pylos;size=3,line=off;.../.2./1..|../..|. 1 take:1b2 7';
  const link = new URL(urlWithShare('/analysis', share), 'http://here');
  expect(shareFromFragment(link.hash)).toBe(share);
  expect(link.search).toBe('');
});

test('no position gives no fragment, and other fragments contain none', () => {
  expect(urlWithShare('/analysis', '')).toBe('/analysis');
  expect(shareFromFragment('')).toBe('');
  expect(shareFromFragment('#moves')).toBe('');
});
