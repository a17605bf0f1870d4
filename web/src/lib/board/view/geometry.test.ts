import { describe, expect, test } from 'vitest';
import type { Board } from '#lib/net/types.ts';
import { squares } from '../testBoards.ts';
import { distance, frameOf, labelPlaces, pathPolyline, pointAt } from './geometry.ts';

const looped: Board = {
  ...squares(3, 3),
  cells: [],
  // Three quarters of a circle round the corner (0, 0): from (1, 0) to (0, 1), the long way round.
  arcs: [{ name: 'loop', style: 'track', centre: [0, 0, 0], radius: 1, start: 90, sweep: 270 }],
};

describe('a way over the board', () => {
  test('runs along arcs from the end that is nearer', () => {
    const way = pathPolyline(looped, [4, 3, 'loop', 1, 4]);
    // (1,1) to (0,1), round the corner to (1,0), and up to (1,1): 1 + ¾·2π + 1.
    expect(way.total).toBeCloseTo(2 + 1.5 * Math.PI, 1);
    expect(way.steps[2]).toBeCloseTo(1 + 1.5 * Math.PI, 1);
    const back = pathPolyline(looped, [4, 1, 'loop', 3]);
    expect(back.points.at(-1)).toEqual([expect.closeTo(0), 1, 0]);
  });

  test('gives the point at a length', () => {
    const out: [number, number, number] = [9, 9, 9];
    const way = pathPolyline(looped, [0, 2, 8]);
    pointAt(way, 3, out);
    expect(out).toEqual([2, 1, 0]);
    pointAt(way, 99, out);
    expect(out).toEqual([2, 2, 0]);
    pointAt(way, -1, out);
    expect(out).toEqual([0, 0, 0]);
  });
});

describe('the slab', () => {
  test('has the playing field in its middle and holds all that is drawn', () => {
    const { bounds, centre } = frameOf(looped);
    const [left, front, right, back] = bounds;
    expect(left).toBeLessThan(-1);
    expect(front).toBeLessThan(-1);
    expect((left + right) / 2).toBeCloseTo(centre[0]);
    expect((front + back) / 2).toBeCloseTo(centre[1]);
  });

  test('with another outline encloses every site', () => {
    for (const outline of ['round', 'hexagon']) {
      const frame = frameOf({ ...squares(4, 4), outline });
      const far = Math.min(...frame.outline.map((spot) => distance(spot, frame.centre)));
      expect(far).toBeGreaterThan(1.5);
      expect(frame.outline.length).toBeGreaterThan(3);
    }
  });

  test('is thinner where the board is small', () => {
    expect(frameOf(squares(2, 2)).thickness).toBeLessThan(0.25);
    expect(frameOf(squares(8, 8)).thickness).toBe(0.42);
  });

  test('lies below the middle of balls in hollows', () => {
    const board = squares(2, 2);
    expect(frameOf(board).surface).toBe(0);
    const hollow = { ...board, cells: board.cells.map((cell) => ({ ...cell, shade: 'hollow' })) };
    expect(frameOf(hollow).surface).toBeLessThan(0);
  });
});

describe('coordinates', () => {
  const labels = [
    { text: 'b', x: 1, y: -0.8 },
    { text: '3', x: -0.8, y: 2 },
  ];

  test('are in front of the viewer and at the left, from each side of a square board', () => {
    const frame = frameOf({ ...squares(4, 4), labels });
    expect(labelPlaces(frame, 0)).toEqual([
      [1, -0.8],
      [-0.8, 2],
    ]);
    expect(labelPlaces(frame, 180)).toEqual([
      [1, 3.8],
      [3.8, 2],
    ]);
    // From the side of the last file, files run across the picture: their letters are at the left, ranks in front.
    expect(labelPlaces(frame, 90)).toEqual([
      [1, -0.8],
      [3.8, 2],
    ]);
    expect(labelPlaces(frame, 270)).toEqual([
      [1, 3.8],
      [-0.8, 2],
    ]);
  });

  test('stay where they are on other boards', () => {
    const frame = frameOf({ ...squares(4, 4), labels, outline: 'hexagon' });
    expect(labelPlaces(frame, 180)).toEqual(labels.map(({ x, y }) => [x, y]));
  });
});
