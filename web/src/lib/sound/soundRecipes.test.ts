import { expect, test } from 'vitest';
import { SOUND_RECIPES } from './soundRecipes.ts';

test.each(Object.entries(SOUND_RECIPES))('%s is short, not too volume, and can be made', (_, voices) => {
  expect(voices.length).toBeGreaterThan(0);
  for (const voice of voices) {
    const ends = (voice.at ?? 0) + voice.duration;
    expect(ends).toBeGreaterThan(0);
    expect(ends).toBeLessThan(1.5);
    // Exponential ramps cannot start or end at zero.
    expect(voice.volume).toBeGreaterThan(0);
    expect(voice.is === 'tone' ? voice.from : voice.around).toBeGreaterThan(20);
  }
  expect(voices.reduce((sum, voice) => sum + voice.volume, 0)).toBeLessThanOrEqual(1);
});
