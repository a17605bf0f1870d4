import { expect, test } from 'vitest';
import { QUALITY_LEVELS, Quality } from './quality.ts';

/** Draw frames of a given duration; return how often the quality was lowered. */
function run(quality: Quality, took: number, frames: number): number {
  let steps = 0;
  for (let n = 1; n <= frames; n++) {
    steps += Number(quality.frame(10_000 + n * took));
  }
  return steps;
}

test('quick frames change nothing', () => {
  const quality = new Quality(0);
  expect(run(quality, 16, 500)).toBe(0);
  expect(quality.level).toBe(0);
});

test('slow frames for a second step down once', () => {
  const quality = new Quality(0);
  expect(run(quality, 40, 20)).toBe(0);
  expect(run(new Quality(0), 40, 28)).toBe(1);
});

test('one quick frame restarts the measurement', () => {
  const quality = new Quality(0);
  for (let second = 0; second < 10; second++) {
    for (let n = 0; n < 20; n++) {
      expect(quality.frame(second * 820 + n * 40)).toBe(false);
    }
    expect(quality.frame(second * 820 + 19 * 40 + 16)).toBe(false);
  }
});

test('time in a hidden page does not count as slow', () => {
  const quality = new Quality(0);
  expect(run(quality, 5000, 20)).toBe(0);
});

test('the lowest level is never left', () => {
  const quality = new Quality(QUALITY_LEVELS.length - 1);
  expect(run(quality, 100, 200)).toBe(0);
});
