import { describe, expect, test } from 'vitest';
import { allowedEffects, allowedPictureStyle, FlashLimiter, type VisualEffects } from './visualEffects.ts';

const ALL: VisualEffects = { particles: true, bloom: true, rays: true, shake: true };
const PLAY = { live: true, lowPower: false, reduceFlashes: false, still: false };
const NONE: VisualEffects = { particles: false, bloom: false, rays: false, shake: false };

describe('visual effects', () => {
  test('are all enabled during play', () => {
    expect(allowedEffects(ALL, PLAY)).toEqual(ALL);
  });

  test('can be enabled separately', () => {
    for (const key of Object.keys(ALL) as (keyof VisualEffects)[]) {
      expect(allowedEffects({ ...ALL, [key]: false }, PLAY)).toEqual({ ...ALL, [key]: false });
    }
  });

  test('do not shake the picture in a replay', () => {
    expect(allowedEffects(ALL, { ...PLAY, live: false })).toEqual({ ...ALL, shake: false });
  });

  test('are off in low-power mode', () => {
    expect(allowedEffects(ALL, { ...PLAY, lowPower: true })).toEqual({ ...NONE, shake: true });
  });

  test('are off with reduced flashes or reduced motion', () => {
    expect(allowedEffects(ALL, { ...PLAY, reduceFlashes: true })).toEqual(NONE);
    expect(allowedEffects(ALL, { ...PLAY, still: true })).toEqual(NONE);
  });
});

test('nothing flashes more than three times in any second', () => {
  const flashes = new FlashLimiter();
  const flashTimes = Array.from({ length: 200 }, (_, n) => n * 50).filter((moment) => flashes.allow(moment));
  for (const moment of flashTimes) {
    expect(flashTimes.filter((other) => other >= moment && other < moment + 1000).length).toBeLessThanOrEqual(3);
  }
  expect(flashTimes.length).toBeGreaterThan(20);
});

test('a picture style is an effect; with low power only greyscale is shown', () => {
  const shown = (effects: boolean, lowPower: boolean) =>
    (['tube', 'greyscale', 'fringe'] as const).map((style) => allowedPictureStyle(style, { effects, lowPower }));
  expect(shown(true, false)).toEqual(['tube', 'greyscale', 'fringe']);
  expect(shown(true, true)).toEqual(['natural', 'greyscale', 'natural']);
  expect(shown(false, false)).toEqual(['natural', 'natural', 'natural']);
});
