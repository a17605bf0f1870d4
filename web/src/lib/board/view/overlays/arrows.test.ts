import { describe, expect, test } from 'vitest';
import { effect, KINDS, layoutOf, piece, squares } from '../../testBoards.ts';
import { distance } from '../geometry.ts';
import { arrowOverlays, arrowsOf, dashes } from './arrows.ts';

const layout = layoutOf(squares(4, 4), []);

describe('arrows of a turn', () => {
  test('go from where a piece was to where it is, along its way', () => {
    const slide = effect('slide', piece(1, 0), piece(1, 3), { path: [0, 1, 2, 3] });
    expect(arrowsOf([slide], KINDS, { kind: 'best', strength: 0.5 })).toEqual([
      { from: 0, to: 3, path: [0, 1, 2, 3], kind: 'best', strength: 0.5 },
    ]);
  });

  test('come from beside the board, or lead off it', () => {
    const place = effect('place', piece(1, 'reserve'), piece(1, 5));
    const remove = effect('remove', piece(2, 6), piece(2, 'reserve'));
    expect(arrowsOf([place, remove], KINDS)).toEqual([
      { from: null, to: 5 },
      { from: 6, to: null },
    ]);
  });

  test('join the two dots of a stroke, and curl around what turns', () => {
    const stroke = effect('draw', null, piece(1, [2, 9]));
    const left = effect('turn', piece(3, 4, 0, 'glass', 0), piece(3, 4, 0, 'glass', 3));
    expect(arrowsOf([stroke, left], KINDS)).toEqual([
      { from: 2, to: 9 },
      { from: 4, to: 4, clockwise: false },
    ]);
  });

  test('omit indirect effects', () => {
    expect(arrowsOf([effect('flip', piece(1, 0), piece(1, 0, 1))], KINDS)).toEqual([]);
  });
});

describe('drawn arrows', () => {
  test('are wider and more opaque with greater strength, the strongest last', () => {
    const [weak, strong] = arrowOverlays(layout, [
      { from: 0, to: 3, strength: 1 },
      { from: 0, to: 12, strength: 0.2 },
    ]);
    expect(weak).toMatchObject({ is: 'line', arrow: true, over: true });
    expect(strong).toMatchObject({ is: 'line', arrow: true, over: true });
    const [a, b] = [weak, strong] as { width: number; alpha: number }[];
    expect(a!.width).toBeLessThan(b!.width);
    expect(a!.alpha).toBeLessThan(b!.alpha);
  });

  test('differ by more than colour: a threat is broken, a mistake begins with a bar', () => {
    const lines = (kind: 'best' | 'threat' | 'mistake') => arrowOverlays(layout, [{ from: 0, to: 3, kind }]);
    expect(lines('best')).toHaveLength(1);
    expect(lines('threat').length).toBeGreaterThan(3);
    expect(lines('threat').filter((line) => 'arrow' in line && line.arrow)).toHaveLength(1);
    expect(lines('mistake').map((line) => 'arrow' in line && Boolean(line.arrow))).toEqual([false, true]);
  });

  test('mark the target of a threat with a diamond instead of a ring', () => {
    const [own, theirs] = arrowOverlays(layout, [
      { from: null, to: 5, kind: 'best' },
      { from: null, to: 6, kind: 'threat' },
    ]);
    expect(own).toMatchObject({ is: 'ring' });
    expect(theirs).toMatchObject({ is: 'line' });
  });

  test('cross out the site of a mistake, and ring what it removes', () => {
    const seen = arrowOverlays(layout, [
      { from: null, to: 5, kind: 'mistake' },
      { from: 6, to: null, kind: 'mistake' },
    ]);
    expect(seen.map((overlay) => overlay.is)).toEqual(['ring', 'line', 'ring', 'cross']);
  });

  test('ring placements and cross removals', () => {
    const seen = arrowOverlays(layout, [
      { from: null, to: 5 },
      { from: 6, to: null },
      { from: null, to: null },
    ]);
    expect(seen.map((overlay) => overlay.is)).toEqual(['ring', 'cross']);
  });
});

test('a dashed path has gaps, follows corners and ends at the end of the path', () => {
  const parts = dashes(
    [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
    ],
    0.3,
    0.2,
  );
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.at(-1)!.at(-1)).toEqual([1, 1, 0]);
  const drawn = parts.reduce((sum, part) => sum + part.slice(1).reduce((s, p, n) => s + distance(part[n]!, p), 0), 0);
  expect(drawn).toBeGreaterThan(1);
  expect(drawn).toBeLessThan(1.6);
});
