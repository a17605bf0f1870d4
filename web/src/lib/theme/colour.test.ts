import { describe, expect, it, test } from 'vitest';
import { channels, colourDifference, contrast, isColour, isLight, luminance, mix, shade, textOn } from './colour.ts';

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
    expect(isLight(colour)).toBe(text === '#000000');
  });

  it('has a contrast of at least 4.5 on every grey', () => {
    for (let value = 0; value < 256; value++) {
      const grey = `#${value.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(textOn(grey), grey)).toBeGreaterThan(4.5);
    }
  });
});

test('the distance of black and white is 1, of a colour to itself 0', () => {
  expect(colourDifference('#000000', '#ffffff')).toBeCloseTo(1, 3);
  expect(colourDifference('#c03a2b', '#c03a2b')).toBe(0);
});

test('only #rrggbb is a colour', () => {
  expect(['#A0b1c2', 'red', '#fff', '#12345g', ''].map(isColour)).toEqual([true, false, false, false, false]);
});

test('an invalid colour counts as a middle grey', () => {
  expect(luminance('nonsense')).toBe(luminance('#808080'));
  expect(channels('#f80')).toEqual([255, 136, 0]);
});

test('colours are mixed and shaded, and stay colours', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mix('#102030', '#405060', 0)).toBe('#102030');
  expect(shade('#804020', 0.5)).toBe('#402010');
  expect(shade('#f0f0f0', 4)).toBe('#ffffff');
});
