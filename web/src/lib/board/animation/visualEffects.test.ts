import { describe, expect, test } from 'vitest';
import { allowedEffects, FlashLimiter, type VisualEffects } from './visualEffects.ts';

const ALL: VisualEffects = { particles: true, bloom: true, rays: true, shake: true };
const PLAY = { live: true, lowPower: false, reduceFlashes: false, still: false };
const NONE: VisualEffects = { particles: false, bloom: false, rays: false, shake: false };

describe('what is seen besides pieces that move', () => {
  test('is all of it in play', () => {
    expect(allowedEffects(ALL, PLAY)).toEqual(ALL);
  });

  test('is each thing by itself, as it was wished', () => {
    for (const key of Object.keys(ALL) as (keyof VisualEffects)[]) {
      expect(allowedEffects({ ...ALL, [key]: false }, PLAY)).toEqual({ ...ALL, [key]: false });
    }
  });

  test('does not shake where a game is only looked at', () => {
    expect(allowedEffects(ALL, { ...PLAY, live: false })).toEqual({ ...ALL, shake: false });
  });

  test('costs nothing in low power', () => {
    expect(allowedEffects(ALL, { ...PLAY, lowPower: true })).toEqual({ ...NONE, shake: true });
  });

  test('is nothing where flashes are to be reduced or no motion is wanted', () => {
    expect(allowedEffects(ALL, { ...PLAY, reduceFlashes: true })).toEqual(NONE);
    expect(allowedEffects(ALL, { ...PLAY, still: true })).toEqual(NONE);
  });
});

test('nothing flashes more than three times in any second', () => {
  const flashes = new FlashLimiter();
  const shown = Array.from({ length: 200 }, (_, n) => n * 50).filter((moment) => flashes.allow(moment));
  for (const moment of shown) {
    expect(shown.filter((other) => other >= moment && other < moment + 1000).length).toBeLessThanOrEqual(3);
  }
  expect(shown.length).toBeGreaterThan(20);
});
