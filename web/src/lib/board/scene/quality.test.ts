import { beforeEach, expect, test } from 'vitest';
import { forgetKnownLevel, LOWEST_LEVEL, pixelRatios, QUALITY_LEVELS, Quality } from './quality.ts';

beforeEach(forgetKnownLevel);

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

test('one long gap, in a hidden page, does not count as slow', () => {
  const quality = new Quality(0);
  run(quality, 16, 10);
  expect(quality.frame(90_000)).toBe(false);
  expect(quality.frame(90_016)).toBe(false);
});

test('the pause before a movement does not count', () => {
  const quality = new Quality(0);
  for (let n = 1; n < 20; n++) {
    expect(quality.frame(n * 5000, false)).toBe(false);
    expect(quality.frame(n * 5000 + 40)).toBe(false);
  }
});

test('frames of a second and more, as a processor draws them, lead to the lowest level at once', () => {
  const quality = new Quality(0);
  expect(run(quality, 1500, 4)).toBe(1);
  expect(quality.level).toBe(LOWEST_LEVEL);
});

test('a slow first frame leads to the lowest level before anything moves', () => {
  const quality = new Quality(0);
  expect(quality.first(40)).toBe(false);
  expect(quality.first(900)).toBe(true);
  expect(quality.level).toBe(LOWEST_LEVEL);
});

test('another board of the page begins where the last one was lowered to', () => {
  run(new Quality(1), 40, 28);
  expect(new Quality(0).level).toBeGreaterThan(1);
});

test('a fixed level stays', () => {
  const quality = new Quality(2, true);
  expect(run(quality, 1500, 20)).toBe(0);
  expect(quality.first(900)).toBe(false);
  expect(quality.level).toBe(2);
});

test('the lowest level is never left', () => {
  const quality = new Quality(LOWEST_LEVEL);
  expect(run(quality, 100, 200)).toBe(0);
});

test('a picture at rest has more pixels than the display where edges are not smoothed otherwise', () => {
  for (const display of [1, 2, 3]) {
    for (const level of QUALITY_LEVELS) {
      const [moving, resting] = pixelRatios(level, display, 390 * 400);
      expect(moving).toBeLessThanOrEqual(display);
      expect(level.antialias || resting / display >= 1.4).toBe(true);
    }
  }
});

test('a large picture at rest is not drawn with more pixels than a machine can draw', () => {
  const [moving, resting] = pixelRatios(QUALITY_LEVELS[LOWEST_LEVEL]!, 2, 1920 * 1080);
  expect([moving, resting * resting * 1920 * 1080]).toEqual([0.9, expect.closeTo(3e6)]);
});
