import { describe, expect, test } from 'vitest';
import { PRESETS } from '#lib/settings/finishes.ts';
import { contrast } from '#lib/theme/colour.ts';
import { APPEARANCE } from '../testBoards.ts';
import {
  BOARD_MATERIALS,
  boardColours,
  boardPalette,
  railColour,
  TABLE_CLOTHS,
  trackColour,
  traySlotColour,
} from './finish.ts';
import { SPECIES } from './species.ts';

/** Every ninth colour of a cube of colours. */
const COLOURS = [0, 51, 102, 153, 204, 255].flatMap((red) =>
  [0, 85, 170, 255].flatMap((green) =>
    [0, 128, 255].map((blue) => `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`),
  ),
);

describe('a board of any material and colour', () => {
  test('has readable coordinates', () => {
    for (const board of BOARD_MATERIALS) {
      const palette = boardColours('dark', { board });
      expect(contrast(palette.label, palette.slab), board).toBeGreaterThan(4.5);
      expect(contrast(palette.fieldLabel, palette.field), board).toBeGreaterThan(4.5);
    }
    for (const primary of COLOURS) {
      const { label, slab } = boardColours('dark', { primary });
      expect(slab).toBe(primary);
      expect(contrast(label, slab), primary).toBeGreaterThan(4.2);
    }
  });

  test('has visible lines, whatever colour was chosen', () => {
    for (const primary of COLOURS.filter((_, n) => n % 3 === 0)) {
      for (const secondary of COLOURS.filter((_, n) => n % 5 === 0)) {
        const { line, slab, light, dark } = boardColours('dark', { primary, secondary });
        expect(contrast(line, slab), `${secondary} on ${primary}`).toBeGreaterThanOrEqual(1.9);
        expect(contrast(light, dark), `${secondary} on ${primary}`).toBeGreaterThanOrEqual(1.9);
      }
    }
  });

  test('has trays with visible empty slots, whatever the colour of the seat', () => {
    for (const seat of [...COLOURS, undefined]) {
      for (const board of BOARD_MATERIALS) {
        const palette = boardColours('dark', { board });
        expect(
          contrast(traySlotColour(palette.tray, seat), palette.tray),
          `${seat} on ${board}`,
        ).toBeGreaterThanOrEqual(1.9);
      }
    }
  });

  test('has trays that are seen on the cloth of every theme', () => {
    const chosen = PRESETS.filter(({ key }) => key !== 'classic');
    for (const { key, finish } of chosen) {
      const rail = railColour(boardPalette('dark', finish, APPEARANCE));
      for (const cloth of Object.values(TABLE_CLOTHS)) {
        expect(contrast(rail, cloth), `${key} on ${cloth}`).toBeGreaterThanOrEqual(1.5);
      }
    }
  });

  test('uses the high-contrast colours in high-contrast mode', () => {
    const finish = { board: 'felt', primary: '#ff0000', secondary: '#00ff00' } as const;
    expect(boardColours('contrast', finish)).toEqual(boardColours('contrast'));
  });
});

test('each kind of track has its own colour, other lines have that of lines', () => {
  const palette = boardColours('dark');
  const styles = ['grid', 'track a', 'track b'];
  expect(trackColour(styles, 'grid', palette)).toBe(palette.line);
  expect(trackColour(styles, 'track a', palette)).not.toBe(trackColour(styles, 'track b', palette));
});

describe('a board made as its game declares', () => {
  test('has visible lines and labels in every material', () => {
    for (const slab of Object.keys(SPECIES)) {
      for (const inlay of ['brass', 'silver', 'chalk']) {
        const palette = boardPalette('dark', {}, { ...APPEARANCE, slab, inlay });
        expect(contrast(palette.line, palette.slab), `${inlay} in ${slab}`).toBeGreaterThanOrEqual(3);
        expect(contrast(palette.label, palette.slab), `${inlay} on ${slab}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  test('is walnut if the material is unknown, and has a frame only if one is declared', () => {
    expect(boardPalette('dark', {}, { ...APPEARANCE, slab: 'moon rock' }).face).toBe(SPECIES.walnut);
    expect(boardPalette('dark', {}, APPEARANCE).frame).toBeNull();
    expect(boardPalette('dark', {}, { ...APPEARANCE, frame: 'teak' }).frame).toBe(SPECIES.teak);
  });

  test('gives way to the finish that a user chose, and to high contrast', () => {
    const chosen = boardPalette('dark', { board: 'felt', primary: '#26395c' }, { ...APPEARANCE, slab: 'slate' });
    expect([chosen.slab, chosen.face.material]).toEqual(['#26395c', 'felt']);
    expect(boardPalette('contrast', {}, APPEARANCE).slab).toBe(boardColours('contrast').slab);
  });
});
