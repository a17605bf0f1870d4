import { expect, test } from 'vitest';
import type { View } from '../view.ts';
import { coloursOf } from './colours.ts';
import { localColours, parseStoredColours } from './localColours.svelte.ts';

const view = {
  match: { id: 'one', sides: [{ colour: '#111111' }, { colour: '#222222' }] },
  state: { seats: [{ colour: '' }, { colour: '#333333' }] },
} as unknown as View;

test('a seat has its side’s colour, the one its player chose, or the one the viewer gave it', () => {
  expect(coloursOf(view)).toEqual(['#111111', '#333333']);
  localColours.set('one', 1, '#abcdef');
  expect(coloursOf(view)).toEqual(['#111111', '#abcdef']);
  localColours.set('other', 0, '#fedcba');
  expect(coloursOf(view)).toEqual(['#111111', '#abcdef']);
  localColours.set('one', 1, '');
  expect(coloursOf(view)).toEqual(['#111111', '#333333']);
});

test('invalid stored values are ignored', () => {
  expect(parseStoredColours([['a', ['#112233', '']], ['b', ['red']], ['c'], 7, null])).toEqual([
    ['a', ['#112233', '']],
  ]);
  expect(parseStoredColours({ a: 1 })).toEqual([]);
});
