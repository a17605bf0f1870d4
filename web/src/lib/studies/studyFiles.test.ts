import { expect, test } from 'vitest';
import { fileName } from './studyFiles.ts';

test('file names contain only characters that are safe on disk', () => {
  expect(fileName('My study: 1/2?', 'txt')).toBe('My-study-12.txt');
  expect(fileName('../../etc', 'json')).toBe('etc.json');
  expect(fileName('???', 'json')).toBe('study.json');
  expect(fileName('x'.repeat(200), 'txt')).toHaveLength(64);
});
