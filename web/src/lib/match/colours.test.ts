import { describe, expect, it } from 'vitest';
import { luminance, textOn } from './colours.ts';

describe('text on a colour', () => {
  it.each([
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#f4efe6', '#000000'],
    ['#2b2b2b', '#ffffff'],
    ['#e9b44c', '#000000'],
    ['#1f3fa8', '#ffffff'],
  ])('on %s is %s', (colour, text) => {
    expect(textOn(colour)).toBe(text);
  });

  it('reads anything that is no colour as a middle grey', () => {
    expect(luminance('nonsense')).toBeCloseTo(luminance('#808080'));
  });
});
