import { expect, test } from 'vitest';
import type { LessonView } from '#lib/net/types.ts';
import { firstOpenStep, withStepDone } from './lessonProgress.ts';

const lesson: LessonView = {
  game: 'toy',
  title: 'Toy',
  puzzles: 0,
  steps: ['a', 'b', 'c'].map((key) => ({ key, title: key, done: false })),
};

test('a lesson continues with the first open step, or restarts when all are done', () => {
  expect(firstOpenStep(lesson.steps)?.key).toBe('a');
  const later = withStepDone(withStepDone(lesson, 'a'), 'c');
  expect(firstOpenStep(later.steps)?.key).toBe('b');
  expect(firstOpenStep(withStepDone(later, 'b').steps)?.key).toBe('a');
  expect(firstOpenStep([])).toBeUndefined();
});
