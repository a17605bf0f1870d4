import { describe, expect, test } from 'vitest';
import type { Board } from '#lib/net/types.ts';
import { layoutOf, piece, squares } from '../testBoards.ts';
import { cameraFor } from '../view/camera.ts';
import { frameOf, type Vec3 } from '../view/geometry.ts';
import { siteButtons } from './siteButtons.ts';

const base = squares(2, 2);
/** Four hollows and a place over their middle. */
const pyramid: Board = {
  ...base,
  cells: base.cells.map((cell) => ({ ...cell, shade: 'hollow' })),
  sites: [...base.sites, { label: 'top', x: 0.5, y: 0.5, z: 0.7 }],
};

function buttons(board: Board, pieces: Parameters<typeof layoutOf>[1], usable: number[], kept: number | null = null) {
  const points = frameOf(board).outline.map(([x, y]): Vec3 => [x, y, 0]);
  const camera = cameraFor({ turned: 0, tilt: 0, zoom: 1 }, points, { width: 400, height: 400 });
  return new Map(
    siteButtons(layoutOf(board, pieces), camera, pieces, new Set(usable), kept).map((one) => [one.site, one]),
  );
}

describe('buttons', () => {
  test('exist for sites on the slab, not for sites in the air', () => {
    expect([...buttons(pyramid, [], []).keys()]).toEqual([0, 1, 2, 3]);
  });

  test('exist for usable sites in the air, and for selected ones', () => {
    expect(buttons(pyramid, [], [4]).has(4)).toBe(true);
    expect(buttons(pyramid, [], [], 4).has(4)).toBe(true);
  });

  test('do not exist for sites hidden under a ball', () => {
    const stacked: Board = { ...pyramid, sites: [...pyramid.sites, { label: 'over a1', x: 0, y: 0, z: 1.4 }] };
    const pieces = [piece(1, 0, 0, 'ball'), piece(2, 5, 1, 'ball')];
    expect(buttons(stacked, pieces, []).has(0)).toBe(false);
    expect(buttons(stacked, pieces, [0]).has(0)).toBe(true);
  });

  test('are stacked: usable, then pieces, then empty sites; the nearer first', () => {
    const found = buttons(pyramid, [piece(1, 0, 0, 'ball'), piece(2, 4, 1, 'ball')], [1]);
    const order = (site: number) => found.get(site)!.order;
    expect(order(1)).toBeGreaterThan(order(4));
    expect(order(4)).toBeGreaterThan(order(0));
    expect(order(0)).toBeGreaterThan(order(2));
  });

  test('reach almost half way to their neighbours, so that the nearest site is hit', () => {
    const found = buttons(squares(4, 4), [], []);
    const [one, next] = [found.get(0)!, found.get(1)!];
    const apart = Math.hypot(one.x - next.x, one.y - next.y);
    expect(one.reach / apart).toBeGreaterThan(0.4);
    expect(one.reach / apart).toBeLessThanOrEqual(0.5);
  });

  test('are large enough for a finger', () => {
    for (const { reach } of buttons(base, [], []).values()) {
      expect(reach).toBeGreaterThanOrEqual(14);
    }
  });
});
