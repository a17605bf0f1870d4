import { describe, expect, test } from 'vitest';
import { squares } from '#lib/board/testBoards.ts';
import type { PaletteKindView, PaletteView, Span } from '#lib/net/types.ts';
import {
  applyTool,
  canMirror,
  clearBoard,
  type Draft,
  draftPieces,
  dragPiece,
  mirrorDraft,
  mirrorMap,
  swapColours,
  type Tool,
  toolMoves,
} from './draft.ts';
import { historyAction, newHistory, pushState, redo, replaceState, undo } from './history.ts';
import { replaceSign, spanOf, textParts } from './textParts.ts';

const MAN: PaletteKindView = { kind: 'man', label: 'man', owners: [0, 1], facings: 1, ends: 1 };
const GLASS: PaletteKindView = { ...MAN, kind: 'glass', facings: 4 };
const LINE: PaletteKindView = { ...MAN, kind: 'line', ends: 2 };
const NOTHING: Draft = { game: 'toy', pieces: [], seat: 0 };
const tool = (kind: string, owner = 0, facing = 0): Tool => ({ is: 'piece', kind, owner, facing });
const places = (draft: Draft) => draft.pieces.map((piece) => [piece.kind, piece.owner, piece.place, piece.facing ?? 0]);

describe('a draft', () => {
  test('gets pieces; another piece replaces one, the same piece removes it', () => {
    const one = applyTool(NOTHING, tool('man'), [4], [MAN]);
    expect(places(one)).toEqual([['man', 0, 4, 0]]);
    expect(places(applyTool(one, tool('man', 1), [4], [MAN]))).toEqual([['man', 1, 4, 0]]);
    expect(applyTool(one, tool('man'), [4], [MAN]).pieces).toEqual([]);
    expect(NOTHING.pieces).toEqual([]);
  });

  test('turns pieces with several orientations, by a tool or a second click', () => {
    const one = applyTool(NOTHING, tool('glass', 0, 3), [4], [GLASS]);
    expect(places(applyTool(one, tool('glass', 0, 1), [4], [GLASS]))).toEqual([['glass', 0, 4, 0]]);
    expect(places(applyTool(one, { is: 'turn' }, [4], [GLASS]))).toEqual([['glass', 0, 4, 0]]);
    expect(applyTool(one, { is: 'turn' }, [5], [GLASS])).toBe(one);
  });

  test('is erased and moved in', () => {
    const two = applyTool(applyTool(NOTHING, tool('man'), [4], [MAN]), tool('man', 1), [5], [MAN]);
    expect(places(applyTool(two, { is: 'erase' }, [4], [MAN]))).toEqual([['man', 1, 5, 0]]);
    expect(places(applyTool(two, { is: 'move' }, [4, 5], [MAN]))).toEqual([['man', 0, 5, 0]]);
    expect(clearBoard(two).pieces).toEqual([]);
    expect(places(dragPiece(two, 4, null))).toEqual([['man', 1, 5, 0]]);
    expect(places(dragPiece(two, 4, 8))).toEqual([
      ['man', 1, 5, 0],
      ['man', 0, 8, 0],
    ]);
    expect(dragPiece(two, 4, 4)).toBe(two);
  });

  test('has strokes between two sites, whichever is clicked first', () => {
    const drawn = applyTool(NOTHING, tool('line'), [5, 2], [LINE]);
    expect(places(drawn)).toEqual([['line', 0, [2, 5], 0]]);
    expect(applyTool(drawn, { is: 'erase' }, [2, 5], [LINE]).pieces).toEqual([]);
  });

  test('can be given to the other side', () => {
    const one = applyTool(NOTHING, tool('man'), [4], [MAN]);
    expect(swapColours(one)).toMatchObject({ seat: 1, pieces: [{ owner: 1 }] });
  });
});

describe('mirrors', () => {
  const board = squares(3, 2);

  test('map sites onto sites', () => {
    expect(mirrorMap(board, 'sideways')).toEqual([2, 1, 0, 5, 4, 3]);
    expect(mirrorMap(board, 'round')).toEqual([5, 4, 3, 2, 1, 0]);
    const odd = { ...board, sites: board.sites.slice(0, 5) };
    expect(mirrorMap(odd, 'sideways')).toBeNull();
  });

  test('turn pieces with an orientation, but do not mirror them', () => {
    const one = applyTool(NOTHING, tool('glass', 0, 1), [0], [GLASS]);
    expect(places(mirrorDraft(one, [5, 4, 3, 2, 1, 0], 'round', [GLASS]))).toEqual([['glass', 0, 5, 3]]);
    const palette = (kind: PaletteKindView): PaletteView => ({
      editable: true,
      kinds: [kind],
      stages: [],
      counters: [],
      legend: [],
    });
    expect(canMirror(palette(GLASS), 'sideways')).toBe(false);
    expect(canMirror(palette(GLASS), 'round')).toBe(true);
    expect(canMirror(palette(MAN), 'sideways')).toBe(true);
  });
});

describe('clicks', () => {
  const board = squares(3, 1);
  const one = applyTool(NOTHING, tool('man'), [1], [MAN]);

  test('of a piece are all sites, of the eraser those that are taken, of moving pairs', () => {
    expect(toolMoves(tool('man'), board, one, [MAN]).map((move) => move.paths)).toEqual([[[0]], [[1]], [[2]]]);
    expect(toolMoves({ is: 'erase' }, board, one, [MAN]).map((move) => move.paths)).toEqual([[[1]]]);
    expect(toolMoves({ is: 'move' }, board, one, [MAN]).map((move) => move.paths)).toEqual([[[1, 0]], [[1, 2]]]);
  });

  test('of what joins two sites are pairs, from either end', () => {
    expect(toolMoves(tool('line'), board, NOTHING, [LINE]).map((move) => move.paths)[0]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('pieces are shown with identities', () => {
    expect(draftPieces(one)).toEqual([{ id: 1, kind: 'man', owner: 0, place: 1, facing: 0 }]);
  });
});

test('changes can be undone and redone, until another change is made', () => {
  const three = pushState(pushState(newHistory(1), 2), 3);
  expect(undo(undo(three)).present).toBe(1);
  expect(undo(undo(undo(three))).present).toBe(1);
  expect(redo(undo(three))).toEqual(three);
  expect(redo(pushState(undo(three), 9)).present).toBe(9);
  expect(undo(replaceState(three, 4)).present).toBe(2);
  expect(redo(replaceState(undo(three), 4)).present).toBe(4);
});

test('Ctrl+Z undoes, Ctrl+Y and Ctrl+Shift+Z redo; text fields have their own history', () => {
  const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
    key,
    ctrlKey: true,
    metaKey: false,
    shiftKey: false,
    ...held,
  });
  expect(historyAction(press('z'), false)).toBe('undo');
  expect(historyAction(press('Z', { shiftKey: true }), false)).toBe('redo');
  expect(historyAction(press('y', { ctrlKey: false, metaKey: true }), false)).toBe('redo');
  expect(historyAction(press('z'), true)).toBeNull();
  expect(historyAction(press('z', { ctrlKey: false }), false)).toBeNull();
  expect(historyAction(press('a'), false)).toBeNull();
});

describe('a text', () => {
  const spans: Span[] = [
    { start: 0, end: 1, sign: 0, sites: [7] },
    { start: 1, end: 3, sign: 1, sites: [8, 9] },
    { start: 4, end: 5, sign: 2, sites: [] },
  ];

  test('is shown in parts, and whole', () => {
    const parts = textParts('W10 wxx', spans, null);
    expect(parts.map((part) => [part.text, part.span])).toEqual([
      ['W', 0],
      ['10', 1],
      [' ', null],
      ['w', 2],
      ['xx', null],
    ]);
    expect(parts.map((part) => part.text).join('')).toBe('W10 wxx');
  });

  test('has its error marked at the column, even after the end', () => {
    expect(textParts('W10 wxx', spans, 1)[0]).toEqual({ text: 'W', span: 0, wrong: true });
    expect(textParts('W10 wxx', spans, 7).filter((part) => part.wrong)).toEqual([
      { text: 'x', span: null, wrong: true },
    ]);
    expect(textParts('W', spans, 2).at(-1)).toEqual({ text: '', span: null, wrong: true });
    expect(textParts('', [], 1)).toEqual([{ text: '', span: null, wrong: true }]);
  });

  test('maps a site to its part of the text, and replaces it', () => {
    expect(spanOf(spans, 9)).toBe(1);
    expect(spanOf(spans, 3)).toBeNull();
    expect(spanOf(spans, null)).toBeNull();
    expect(replaceSign('W10 w', spans, 7, 'B')).toBe('B10 w');
    expect(replaceSign('W10 w', spans, 8, 'B')).toBeNull();
  });
});
