import { expect, test } from 'vitest';
import type { StudySummaryView } from '#lib/net/types.ts';
import { chapterBeside, groupByCourse, hasSeveralStudies, moveId, studyChoices } from './courses.ts';

function study(id: string, course = '', chapter = 0): StudySummaryView {
  return {
    id,
    name: id.toUpperCase(),
    created: 0,
    updated: 0,
    game: 'sim',
    title: 'Sim',
    share: '',
    moves: 1,
    course,
    chapter,
  };
}

const STUDIES = [
  study('x'),
  study('b', 'Openings', 2),
  study('e', 'Endings', 1),
  study('a', 'Openings', 1),
  study('y'),
];

test('courses come first, by name, with their chapters in order', () => {
  const found = groupByCourse(STUDIES).map(({ name, studies }) => [name, studies.map(({ id }) => id).join('')]);
  expect(found).toEqual([
    ['Endings', 'e'],
    ['Openings', 'ab'],
    ['', 'xy'],
  ]);
  expect(studyChoices(STUDIES)[2]).toEqual({ value: 'b', text: '2. B', group: 'Openings' });
  expect(studyChoices(STUDIES)[3]).toEqual({ value: 'x', text: 'X', group: '' });
});

test('a chapter has neighbours only within its course', () => {
  expect(chapterBeside(STUDIES, 'a', 1)?.id).toBe('b');
  expect(chapterBeside(STUDIES, 'b', 1)).toBeNull();
  expect(chapterBeside(STUDIES, 'a', -1)).toBeNull();
  expect(chapterBeside(STUDIES, 'x', 1)).toBeNull();
});

test('a chapter moves by one place, at most to the ends', () => {
  expect(moveId(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moveId(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moveId(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
});

test('files with several studies are recognised', () => {
  const one = '[Game "sim"]\n\nA-B {[Game over}\n';
  expect(hasSeveralStudies(one)).toBe(false);
  expect(hasSeveralStudies(`${one}\n${one}`)).toBe(true);
  expect(hasSeveralStudies('{"format": "parlour-study"}')).toBe(false);
  expect(hasSeveralStudies('[\n {"format": "parlour-study"}]')).toBe(true);
});
