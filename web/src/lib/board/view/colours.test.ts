import { expect, test } from 'vitest';
import { needsMarks } from './colours.ts';

const APART = ['#e3b423', '#3f9b4f'];
const CLOSE = ['#e3b423', '#d9a81c'];

test('pieces are marked only where colours may not suffice', () => {
  expect(needsMarks('auto', 'dark', APART)).toBe(false);
  expect(needsMarks('auto', 'light', APART)).toBe(false);
  expect(needsMarks('auto', 'dark', CLOSE)).toBe(true);
  expect(needsMarks('auto', 'dark', [...APART, '#e2b222'])).toBe(true);
  expect(needsMarks('auto', 'contrast', APART)).toBe(true);
  expect(needsMarks('auto', 'colour-blind', APART)).toBe(true);
  expect(needsMarks('auto', 'dark', APART, 'greyscale')).toBe(true);
  expect(needsMarks('auto', 'dark', APART, 'tube')).toBe(false);
});

test('a choice overrides colours and theme', () => {
  expect(needsMarks('always', 'dark', APART)).toBe(true);
  expect(needsMarks('never', 'contrast', CLOSE)).toBe(false);
});
