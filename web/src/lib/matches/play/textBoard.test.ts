import { describe, expect, it } from 'vitest';
import type { Board, Kind, Piece } from '#lib/net/types.ts';
import { textSites } from './textBoard.ts';

const board = { sites: ['a1', 'b1', 'c1'].map((label, x) => ({ label, x, y: 0, z: 0 })) } as Board;
const kinds: Kind[] = [
  { name: 'disc', label: 'disc', shape: 'disc', letter: 'o', facings: 1, degrees: 0, material: '' },
  { name: 'mirror', label: 'mirror', shape: 'mirror', letter: 'm', facings: 4, degrees: 90, material: '' },
  { name: 'stroke', label: 'stroke', shape: 'stroke', letter: '-', facings: 1, degrees: 0, material: '' },
];
const piece = (kind: string, place: Piece['place'], owner: number | null = 0, facing = 0): Piece => ({
  id: 0,
  kind,
  owner,
  place,
  facing,
});

describe('the board as text', () => {
  it('lists the piece of every site', () => {
    const found = textSites(board, kinds, [piece('disc', 1, 1), piece('disc', 'captured 0')], ['Ada', 'Bo']);
    expect(found.map((place) => [place.label, place.what])).toEqual([
      ['a1', ''],
      ['b1', 'disc (Bo)'],
      ['c1', ''],
    ]);
  });

  it('names orientations and neutral pieces', () => {
    const found = textSites(board, kinds, [piece('mirror', 0, 0, 3), piece('disc', 2, null)], ['Ada', 'Bo']);
    expect([found[0]?.what, found[2]?.what]).toEqual(['mirror (Ada), facing 270°', 'disc']);
  });

  it('names the other end of a stroke at both ends', () => {
    const found = textSites(board, kinds, [piece('stroke', [0, 2]), piece('disc', 0, 1)], ['Ada', 'Bo']);
    expect(found[0]?.what).toBe('stroke (Ada) to c1; disc (Bo)');
    expect(found[2]?.what).toBe('stroke (Ada) to a1');
  });
});
