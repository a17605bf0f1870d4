import { expect, test } from 'vitest';
import type { LessonView } from '#lib/net/types.ts';
import { firstOpen, withDone } from './lessonProgress.ts';

const lesson: LessonView = {
  game: 'toy',
  title: 'Toy',
  puzzles: 0,
  steps: ['a', 'b', 'c'].map((key) => ({ key, title: key, done: false })),
};

test('a lesson goes on with the first step that is not done, and when all are, from its beginning', () => {
  expect(firstOpen(lesson.steps)?.key).toBe('a');
  const later = withDone(withDone(lesson, 'a'), 'c');
  expect(firstOpen(later.steps)?.key).toBe('b');
  expect(firstOpen(withDone(later, 'b').steps)?.key).toBe('a');
  expect(firstOpen([])).toBeUndefined();
});
