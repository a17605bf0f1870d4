import { expect, test } from 'vitest';
import { firstSentence } from './firstSentence.ts';

test('the first sentence is extracted', () => {
  expect(firstSentence('A pencil game of 2.5 triangles. Players take turns. Whoever …')).toBe(
    'A pencil game of 2.5 triangles.',
  );
});

test('a description without a full stop stays as it is', () => {
  expect(firstSentence('Three pawns against three')).toBe('Three pawns against three');
  expect(firstSentence('')).toBe('');
});
