/**
 * Generated music: slow chords, a bass and a few bells from a scale, bar by bar. Each part of the page has its own
 * character. Pure: the same random numbers give the same bar.
 */

export const CHARACTERS = ['parlour', 'board', 'study', 'rest'] as const;
export type Character = (typeof CHARACTERS)[number];

export interface Note {
  is: 'pad' | 'low' | 'bell';
  /** Seconds from the start of the bar. */
  at: number;
  duration: number;
  /** Frequency in hertz. */
  pitch: number;
  /** Volume from 0 to 1. */
  volume: number;
}

interface MusicalKey {
  /** Frequency of the root in hertz. */
  root: number;
  /** Semitones above the root. */
  scale: readonly number[];
  /** Scale degrees of the chords, one per bar. */
  chords: readonly number[];
  /** Length of a bar in seconds. */
  bar: number;
  /** Maximum number of bells per bar. */
  bells: number;
}

const KEYS: Record<Character, MusicalKey> = {
  // Warm and open, for the home page.
  parlour: { root: 130.81, scale: [0, 2, 4, 7, 9], chords: [0, 3, 1, 4], bar: 7, bells: 3 },
  // Calm, with few bells, for playing.
  board: { root: 110, scale: [0, 2, 3, 5, 7, 9, 10], chords: [0, 3, 6, 4], bar: 10, bells: 1 },
  // Light, for learning and analysis.
  study: { root: 146.83, scale: [0, 2, 4, 6, 7, 9, 11], chords: [0, 1, 4, 2], bar: 8, bells: 2 },
  // Quiet, for other pages.
  rest: { root: 98, scale: [0, 2, 4, 5, 7, 9, 11], chords: [0, 5, 3, 4], bar: 9, bells: 2 },
};

/** Return the length of a bar in seconds. */
export const barLength = (character: Character): number => KEYS[character].bar;

/** Return the notes of the n-th bar. */
export function makeBar(character: Character, n: number, random: () => number): Note[] {
  const key = KEYS[character];
  const step = key.chords[n % key.chords.length] ?? 0;
  const chord = [0, 2, 4].map((third) => pitch(key, step + third));
  const notes: Note[] = chord.map((one, voice) => ({
    is: 'pad',
    at: voice * 0.4 + random() * 0.3,
    duration: key.bar * 1.15,
    pitch: one,
    volume: 0.1,
  }));
  notes.push({ is: 'low', at: 0, duration: key.bar, pitch: (chord[0] ?? key.root) / 2, volume: 0.12 });
  for (let bell = 0; bell < key.bells; bell++) {
    // Half of the bells are left out at random.
    if (random() < 0.5) {
      const above = step + Math.floor(random() * key.scale.length) + key.scale.length * 2;
      notes.push({
        is: 'bell',
        at: random() * (key.bar - 1),
        duration: 2.5 + random() * 1.5,
        pitch: pitch(key, above),
        volume: 0.05 + random() * 0.05,
      });
    }
  }
  return notes;
}

/** Return the n-th note of the scale, continued over the octaves. */
function pitch({ root, scale }: MusicalKey, n: number): number {
  const octave = Math.floor(n / scale.length);
  return root * 2 ** (octave + (scale[n % scale.length] ?? 0) / 12);
}

const PLACES: readonly [start: string, character: Character][] = [
  ['/match', 'board'],
  ['/replay', 'study'],
  ['/watch', 'board'],
  ['/analysis', 'study'],
  ['/editor', 'study'],
  ['/learn', 'study'],
  ['/puzzles', 'study'],
  ['/play', 'parlour'],
  ['/join', 'parlour'],
];

/** Return the character of a page. */
export function characterOf(path: string): Character {
  if (path === '/') {
    return 'parlour';
  }
  return PLACES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? 'rest';
}
