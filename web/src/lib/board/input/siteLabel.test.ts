import { expect, test } from 'vitest';
import { KINDS, piece, squares } from '../testBoards.ts';
import { siteLabel } from './siteLabel.ts';

const sides = ['White', 'Black'].map((name) => ({ name, colour: '#888888', colour_name: 'grey', symbol: name[0]! }));
const context = {
  board: squares(3, 3),
  kinds: KINDS,
  sides,
  pieces: [piece(1, 0), piece(2, 1, 1, 'glass', 1), piece(3, [4, 5]), piece(4, [4, 8])],
  marks: [{ kind: 'row', label: 'a row', sites: [0], seat: 0, n: null, of: null, beam: null }],
};

test('the label of a site names the site, its piece and its marks', () => {
  expect(siteLabel(context, 0)).toBe('a1, White man, a row');
  expect(siteLabel(context, 1)).toBe('b1, Black glass, facing right');
  expect(siteLabel(context, 2)).toBe('c1, empty');
});

test('the label of a site with strokes counts them', () => {
  expect(siteLabel(context, 4)).toBe('b2, 2 strokes');
  expect(siteLabel(context, 8)).toBe('c3, 1 stroke');
});
