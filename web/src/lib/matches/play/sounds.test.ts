import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testOutcome.ts';
import { endSound, shouldTick } from './sounds.ts';

describe('sounds of a match', () => {
  it.each([
    [[1, 0], [0], 'win'],
    [[1, 0], [1], 'lose'],
    [[1, 0], [0, 1], 'win'],
    [[1, 0], [], 'win'],
    [[0.5, 0.5], [0], 'drawn'],
    [[], [0], null],
  ])('after %j, heard by seats %j: %s', (results, own, name) => {
    expect(endSound(outcomeOf(results), own)).toBe(name);
  });

  it('tick once a second when little time is left', () => {
    expect(shouldTick(9100, 8990, 10)).toBe(true);
    expect(shouldTick(8990, 8790, 10)).toBe(false);
    expect(shouldTick(12_100, 11_900, 10)).toBe(false);
    expect(shouldTick(200, 0, 10)).toBe(false);
    expect(shouldTick(null, 5000, 10)).toBe(false);
  });

  it('tick from the chosen time on, or never', () => {
    expect(shouldTick(59_100, 58_990, 60)).toBe(true);
    expect(shouldTick(59_100, 58_990, 30)).toBe(false);
    expect(shouldTick(5100, 4990, 0)).toBe(false);
  });
});
