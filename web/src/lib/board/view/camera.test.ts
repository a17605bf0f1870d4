import { describe, expect, test } from 'vitest';
import { cameraFor, nearestSeat, nearestTurn, nextTurn, project, turnForHome, unproject } from './camera.ts';
import type { Vec3 } from './geometry.ts';

const corners: Vec3[] = [
  [0, 0, 0],
  [8, 0, 0],
  [8, 6, 0],
  [0, 6, 0],
  [4, 3, 2],
];

describe('a camera', () => {
  test.each([
    [0, 0, 800, 600],
    [0, 45, 360, 640],
    [135, 70, 1200, 500],
  ])('turned %d°, tilted %d° has everything in a picture of %d × %d', (turned, tilt, width, height) => {
    for (const flat of [false, true]) {
      const camera = cameraFor({ turned, tilt, zoom: 1 }, corners, { width, height }, { flat });
      const seen = corners.map((corner) => project(camera, corner));
      expect(Math.min(...seen.map((spot) => spot.x))).toBeGreaterThan(0);
      expect(Math.max(...seen.map((spot) => spot.x))).toBeLessThan(width);
      expect(Math.min(...seen.map((spot) => spot.y))).toBeGreaterThan(0);
      expect(Math.max(...seen.map((spot) => spot.y))).toBeLessThan(height);
      // It nearly fills the picture in at least one direction.
      const wide = Math.max(...seen.map((spot) => spot.x)) - Math.min(...seen.map((spot) => spot.x));
      const high = Math.max(...seen.map((spot) => spot.y)) - Math.min(...seen.map((spot) => spot.y));
      expect(Math.max(wide / (width - 24), high / (height - 24))).toBeGreaterThan(0.93);
    }
  });

  test.each([false, true])('leaves strips at the top and at the bottom free (flat: %s)', (flat) => {
    const size = { width: 390, height: 400 };
    for (const tilt of [0, 30]) {
      const camera = cameraFor({ turned: 0, tilt, zoom: 1 }, corners, size, { flat, margin: 6, top: 42, bottom: 56 });
      const seen = corners.map((corner) => project(camera, corner).y);
      expect(Math.min(...seen)).toBeGreaterThan(42);
      expect(Math.max(...seen)).toBeLessThan(size.height - 56);
    }
  });

  test('sees the first seat below, and from the other side above', () => {
    const view = { tilt: 30, zoom: 1 };
    const size = { width: 500, height: 500 };
    const here = cameraFor({ ...view, turned: 0 }, corners, size);
    expect(project(here, [4, 0, 0]).y).toBeGreaterThan(project(here, [4, 6, 0]).y);
    const there = cameraFor({ ...view, turned: 180 }, corners, size);
    expect(project(there, [4, 0, 0]).y).toBeLessThan(project(there, [4, 6, 0]).y);
    expect(project(there, [0, 3, 0]).x).toBeGreaterThan(project(there, [8, 3, 0]).x);
  });

  test('draws nearer objects larger and in front', () => {
    const camera = cameraFor({ turned: 0, tilt: 60, zoom: 1 }, corners, { width: 500, height: 500 });
    const [near, far] = [project(camera, [4, 0, 0]), project(camera, [4, 6, 0])];
    expect(near.scale).toBeGreaterThan(far.scale);
    expect(near.depth).toBeLessThan(far.depth);
  });

  test('maps picture coordinates back to the board', () => {
    for (const flat of [false, true]) {
      const camera = cameraFor({ turned: 30, tilt: 40, zoom: 1.3 }, corners, { width: 700, height: 500 }, { flat });
      const seen = project(camera, [2, 5, 0.5]);
      const [x, y] = unproject(camera, seen.x, seen.y, 0.5)!;
      expect([x, y]).toEqual([expect.closeTo(2), expect.closeTo(5)]);
    }
  });
});

test('the seat in front decides how the board is turned', () => {
  expect([turnForHome(270), turnForHome(90), turnForHome(0)]).toEqual([0, 180, 90]);
});

test('the seat in front changes when the board is turned round', () => {
  const two = [270, 90];
  expect([0, 80, 180, 270].map((turned) => nearestSeat(two, 0, turned))).toEqual([0, 0, 1, 0]);
  expect([0, 180].map((turned) => nearestSeat(two, 1, turned))).toEqual([1, 0]);
  expect(nearestSeat([], 2, 180)).toBe(2);
});

test('turning steps through the allowed angles', () => {
  expect([nextTurn(0, [0, 180]), nextTurn(180, [0, 180]), nextTurn(100, [0, 60, 120])]).toEqual([180, 0, 120]);
  expect(nearestTurn(350, [0, 180])).toBe(0);
});
