import { describe, expect, test } from 'vitest';
import type { Effect, MarkView } from '#lib/net/types.ts';
import { effect, layoutOf, piece, squares } from '../../testBoards.ts';
import type { Vec3 } from '../geometry.ts';
import { effectOverlays, lastMoveOverlays, markOverlays, selectionOverlays } from './overlays.ts';

const pieces = [piece(1, 0), piece(2, 5, 1)];
const layout = layoutOf(squares(4, 4), pieces);
const kinds = (overlays: { is: string }[]) => overlays.map((overlay) => overlay.is);

describe('choosing', () => {
  test('rings the selection and pieces that can be captured, and dots empty targets', () => {
    const drawn = selectionOverlays(layout, pieces, { chosen: [0], usable: new Set([1, 5]), hovered: null });
    expect(kinds(drawn)).toEqual(['ring', 'disc', 'ring']);
    expect(drawn[0]).toMatchObject({ tone: 'select', pulse: true });
  });

  test('shows what will be placed at the selected piece', () => {
    const leftBehind = [piece(9, 0, 0, 'ball')];
    const drawn = selectionOverlays(layout, pieces, { chosen: [0], usable: new Set([1]), hovered: null, leftBehind });
    expect(drawn[0]).toMatchObject({ is: 'ghost', pose: { kind: { name: 'ball' }, owner: 0 } });
    expect(kinds(drawn)).toEqual(['ghost', 'ring', 'disc']);
  });

  test('rings a selected empty site in the colour of the player', () => {
    const choice = { chosen: [3], usable: new Set<number>(), hovered: null };
    expect(selectionOverlays(layout, pieces, { ...choice, seat: 1 })).toMatchObject([{ is: 'ring', tone: 1 }]);
    expect(selectionOverlays(layout, pieces, choice)).toMatchObject([{ is: 'ring', tone: 'select' }]);
  });

  test('does not fill a whole empty board with dots, even with hints', () => {
    const many = new Set(Array.from({ length: 49 }, (_, n) => n));
    const large = layoutOf(squares(7, 7), []);
    const state = { chosen: [], usable: many, hints: true };
    expect(selectionOverlays(large, [], { ...state, hovered: null })).toEqual([]);
    expect(kinds(selectionOverlays(large, [], { ...state, hovered: 3 }))).toEqual(['ring']);
  });

  test('shows what can be moved under the pointer, or everywhere with hints', () => {
    const state = { chosen: [], usable: new Set([0, 5]) };
    expect(selectionOverlays(layout, pieces, { ...state, hovered: null })).toEqual([]);
    expect(selectionOverlays(layout, pieces, { ...state, hovered: 5 })).toMatchObject([{ is: 'ring', tone: 'hover' }]);
    expect(kinds(selectionOverlays(layout, pieces, { ...state, hovered: null, hints: true }))).toEqual([
      'ring',
      'ring',
    ]);
  });

  test('shows nothing under the pointer at unusable sites', () => {
    expect(selectionOverlays(layout, pieces, { chosen: [], usable: new Set(), hovered: 3 })).toEqual([]);
  });
});

test('on a board with height a ghost shows the placement under the pointer, or all of them with hints', () => {
  const base = squares(2, 2);
  const board = { ...base, sites: [...base.sites, { label: 'top', x: 0.5, y: 0.5, z: 0.7 }] };
  const usable = new Set([0, 4]);
  const placing = { kind: 'ball', seat: 1 };
  const state = { chosen: [], usable, placing };
  expect(selectionOverlays(layoutOf(board, []), [], { ...state, hovered: null })).toEqual([]);
  expect(selectionOverlays(layoutOf(board, []), [], { ...state, hovered: 4 })).toMatchObject([
    { is: 'ghost', pose: { owner: 1, z: 0.7 } },
    { is: 'ring', tone: 'hover' },
  ]);
  const drawn = selectionOverlays(layoutOf(board, []), [], { ...state, hovered: null, hints: true });
  expect(drawn).toMatchObject([
    { is: 'ghost', pose: { owner: 1, z: 0 } },
    { is: 'ghost', pose: { owner: 1, z: 0.7 } },
  ]);
});

describe('marks', () => {
  const mark = (sites: number[], more: Partial<MarkView> = {}): MarkView => {
    return { kind: 'row', label: 'row', sites, seat: 0, n: null, of: null, beam: null, ...more };
  };

  test('of a figure of cords tint the cords, and the area below them', () => {
    const cords = [piece(1, [0, 1]), piece(2, [1, 5]), piece(3, [0, 5]), piece(4, [2, 3])];
    const drawn = markOverlays(layout, [mark([0, 1, 5])], { pieces: cords });
    expect(drawn.flatMap((overlay) => (overlay.is === 'cord' ? [overlay.id] : []))).toEqual([1, 2, 3]);
    expect(kinds(drawn)).not.toContain('line');
    const area = drawn.find((overlay) => overlay.is === 'area') as { points: readonly Vec3[] };
    expect(area.points[0]![2]).toBeGreaterThan(layout.frame.surface + 0.1);
  });

  test('in a row are joined by a line, others by an area', () => {
    expect(kinds(markOverlays(layout, [mark([0, 1, 2])]))).toEqual(['ring', 'ring', 'ring', 'line']);
    expect(kinds(markOverlays(layout, [mark([0, 1, 5])]))).toContain('area');
  });

  test('of several groups are numbered', () => {
    expect(markOverlays(layout, [mark([0, 1], { n: 1, of: 2 })]).at(-1)).toMatchObject({ is: 'label', text: '1 / 2' });
    const label = markOverlays(layout, [mark([1, 2, 3], { n: 1, of: 2 })]).at(-1) as { at: Vec3 };
    for (const { x, y } of layout.board.sites) {
      expect(Math.hypot(label.at[0] - x, label.at[1] - y), `over ${x} ${y}`).toBeGreaterThan(0.6);
    }
    expect(kinds(markOverlays(layout, [mark([0, 1], { n: 1, of: 1 })]))).not.toContain('label');
  });

  test('pulse, but a teacher’s do not, and have the colour of their seat', () => {
    expect(markOverlays(layout, [mark([0])])[0]).toMatchObject({ pulse: true, tone: 'mark' });
    expect(markOverlays(layout, [mark([0], { seat: 1 })], { aids: true })[0]).toMatchObject({ pulse: false, tone: 1 });
  });

  test('with a beam are that beam', () => {
    const beam = { owner: 1, path: [0, 3], pieces: [], end: 'left', towards: 'E' } as MarkView['beam'];
    expect(markOverlays(layout, [mark([0, 3], { beam })])).toMatchObject([{ is: 'beam', owner: 1, fades: true }]);
  });
});

describe('a move pointed out', () => {
  const cases: [Effect, string[]][] = [
    [effect('slide', piece(1, 0), piece(1, 2), { path: [0, 1, 2] }), ['line', 'ghost']],
    [effect('place', null, piece(3, 9)), ['ghost']],
    [effect('remove', piece(2, 5, 1), null), ['cross']],
    [effect('flip', piece(2, 5, 1), piece(2, 5, 0)), ['disc', 'ring']],
    [effect('turn', piece(4, 6, 0, 'glass', 0), piece(4, 6, 0, 'glass', 1)), ['line']],
  ];
  test.each(cases)('%# is drawn by what it does', (one, drawn) => {
    expect(kinds(effectOverlays(layout, [one], 'preview'))).toEqual(drawn);
  });

  test('a removal from a tray is not drawn on the board', () => {
    expect(effectOverlays(layout, [effect('remove', piece(2, 'taken', 1), null)], 'hint')).toEqual([]);
  });
});

test('the last move marks its origin and its target', () => {
  expect(kinds(lastMoveOverlays(layout, [effect('slide', piece(1, 0), piece(1, 2), { path: [0, 1, 2] })]))).toEqual([
    'line',
    'disc',
    'ring',
  ]);
  expect(lastMoveOverlays(layout, [effect('remove', piece(2, 5, 1), piece(2, 'taken', 1))])).toEqual([]);
});

test('the last stroke marks both of its ends, without a line that would look like another stroke', () => {
  const drawn = lastMoveOverlays(layout, [effect('draw', null, piece(1, [0, 2]))]);
  expect(kinds(drawn)).toEqual(['ring', 'ring']);
});
