import { expect, test } from 'vitest';
import { findSettings, PARTS } from './search.ts';

const labels = (search: string) => findSettings(search).map((one) => one.label);

test('a setting is found by its label, its choices or its description', () => {
  expect(findSettings('coordinates')).toEqual([{ part: 'board', label: 'Coordinates' }]);
  expect(labels('greyscale')).toEqual(['Picture style']);
  expect(labels('OLDER devices')).toEqual(['Flat board']);
});

test('settings with the word in their label come first', () => {
  expect(labels('volume').slice(0, 2)).toEqual(['Volume', 'Music volume']);
});

test('every word must occur, and nothing finds nothing', () => {
  expect(labels('music volume')).toEqual(['Music volume']);
  expect(labels('no such thing')).toEqual([]);
  expect(labels('  ')).toEqual([]);
});

test('the title of a part finds all of its settings', () => {
  expect(new Set(findSettings('Animation').map((one) => one.part))).toContain('motion');
  expect(PARTS).toHaveLength(7);
});
