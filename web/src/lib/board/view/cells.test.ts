import { expect, test } from 'vitest';
import { cellCorners, seatColour } from './cells.ts';

test('the hexagons of neighbouring sites share two corners', () => {
  const rounded = (x: number, y: number) =>
    cellCorners('hexagon', { x, y }).map((corner) => corner.map((value) => value.toFixed(6)).join(' '));
  const shared = (one: string[], other: string[]) => one.filter((corner) => other.includes(corner)).length;
  const here = rounded(0, 0);
  const high = Math.sqrt(3) / 2;
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0.5, high],
    [-0.5, high],
    [0.5, -high],
    [-0.5, -high],
  ] as const) {
    expect(shared(here, rounded(x, y))).toBe(2);
  }
  expect(shared(here, rounded(1.5, high))).toBe(0);
});

test('squares have four corners, and shrink towards their site', () => {
  expect(cellCorners('square', { x: 2, y: 3 }, 0.5)).toEqual([
    [1.75, 2.75],
    [2.25, 2.75],
    [2.25, 3.25],
    [1.75, 3.25],
  ]);
});

test('shades and line styles name the colour of a seat', () => {
  const colours = ['#f00', '#00f'];
  expect(seatColour('seat 1', colours)).toBe('#00f');
  expect(seatColour('reserved 0', colours)).toBe('#f00');
  expect(seatColour('seat 2', colours)).toBeUndefined();
  expect(seatColour('grid', colours)).toBeUndefined();
});
