import { expect, test } from 'vitest';
import { changeText, ratingText } from './ratingText.ts';

test('a rating has its uncertainty, and no separators', () => {
  expect(ratingText({ points: 1534, uncertainty: 120 })).toBe('1534 ± 120');
});

test('changes have a sign', () => {
  expect([changeText(1500, 1512), changeText(1500, 1493), changeText(1500, 1500)]).toEqual(['+12', '−7', '±0']);
});
