import { expect, test } from 'vitest';
import { barLength, CHARACTERS, characterOf, makeBar } from './score.ts';

/** Return a seeded random number generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test.each(CHARACTERS)('%s is calm: few notes, quiet together, none high or sudden', (character) => {
  for (let n = 0; n < 60; n++) {
    const notes = makeBar(character, n, random(n + 1));
    expect(notes.length).toBeLessThanOrEqual(7);
    expect(notes.reduce((sum, note) => sum + note.volume, 0)).toBeLessThanOrEqual(1);
    for (const note of notes) {
      expect(note.at).toBeGreaterThanOrEqual(0);
      expect(note.at).toBeLessThan(barLength(character));
      expect(note.duration).toBeGreaterThan(1);
      expect(note.pitch).toBeGreaterThan(30);
      expect(note.pitch).toBeLessThan(2000);
    }
  }
});

test('the same random makes the same bar, another random another', () => {
  const play = (seed: number) =>
    JSON.stringify(Array.from({ length: 8 }, (_, n) => makeBar('parlour', n, random(seed + n))));
  expect(play(3)).toBe(play(3));
  expect(play(3)).not.toBe(play(4));
});

test('each part of the page has its own character', () => {
  const heard = CHARACTERS.map((character) => makeBar(character, 0, random(1))[0]?.pitch);
  expect(new Set(heard).size).toBe(CHARACTERS.length);
  expect(['/', '/play/go', '/match/abc', '/analysis', '/learn/go', '/settings', '/matches'].map(characterOf)).toEqual([
    'parlour',
    'parlour',
    'board',
    'study',
    'study',
    'rest',
    'rest',
  ]);
});
