import { expect, test } from 'vitest';
import { isDone, TOUR_STEPS } from './steps.ts';

const start = { ply: 4, previews: 1, views: 0 };

test('a step of the tour is done by what it asks for, and by nothing else', () => {
  const deeds = {
    play: { ...start, ply: 5 },
    preview: { ...start, previews: 2 },
    undo: { ...start, ply: 2 },
    view: { ...start, views: 1 },
  };
  for (const step of TOUR_STEPS) {
    expect(isDone(step, start, start)).toBe(false);
    for (const other of TOUR_STEPS) {
      expect(isDone(step, start, deeds[other])).toBe(step === other);
    }
  }
});
