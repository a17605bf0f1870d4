/** Small boards for tests. */
import type { Appearance, Board, Effect, Kind, LegalMoveView, Pick, Piece, Tray } from '#lib/net/types.ts';
import { BoardLayout } from './animation/poses.ts';
import { PLAIN_APPEARANCE } from './view/finish.ts';
import { frameOf } from './view/geometry.ts';
import { TraySlots } from './view/traySlots.ts';
import type { TrayPlaces } from './view/trays.ts';

export const APPEARANCE: Appearance = { ...PLAIN_APPEARANCE, slab: 'walnut' };

export const KINDS: Kind[] = [
  { name: 'man', label: 'man', shape: 'disc', letter: 'm', facings: 1, degrees: 90, material: '' },
  { name: 'glass', label: 'glass', shape: 'mirror', letter: 'g', facings: 4, degrees: 90, material: '' },
  { name: 'ball', label: 'ball', shape: 'ball', letter: 'o', facings: 1, degrees: 90, material: '' },
];

/** Return a chequered board with a tray on either side. */
export function squares(columns: number, rows: number, trays: Tray[] = []): Board {
  const sites = Array.from({ length: columns * rows }, (_, n) => ({
    label: `${'abcdefgh'[n % columns]}${Math.floor(n / columns) + 1}`,
    x: n % columns,
    y: Math.floor(n / columns),
    z: 0,
  }));
  const cells = sites.map((_, site) => ({ site, shade: site % 2 ? 'light' : 'dark', shape: 'square' }));
  return {
    sites,
    lines: [],
    arcs: [],
    cells,
    trays,
    labels: [],
    homes: [270, 90],
    turns: [0, 180],
    outline: 'square',
    appearance: APPEARANCE,
  };
}

export function piece(id: number, place: Piece['place'], owner: number | null = 0, kind = 'man', facing = 0): Piece {
  return { id, kind, owner, place, facing };
}

export function effect(
  kind: Effect['kind'],
  before: Piece | null,
  after: Piece | null,
  more: Partial<Effect> = {},
): Effect {
  return { kind, before, after, phase: 0, path: [], step: null, beam: null, ...more };
}

export function moves(...paths: Pick[][][]): LegalMoveView[] {
  return paths.map((rows, index) => ({ index, text: rows[0]!.join(' '), paths: rows }));
}

export function layoutOf(board: Board, pieces: Piece[], where: TrayPlaces = 'beside'): BoardLayout {
  return new BoardLayout(frameOf(board), KINDS, 2, slotsOf(board, pieces), where);
}

/** Return the trays of a board, with these pieces in them. */
export function slotsOf({ trays }: Board, pieces: Piece[]): TraySlots {
  const slots = new TraySlots(trays);
  slots.follow(pieces);
  return slots;
}
