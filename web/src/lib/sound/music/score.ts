/**
 * Music that nobody wrote: slow chords, a low voice and a few bells from a scale, bar by bar. Each part of the page has its
 * own character. Pure: the same chance gives the same bar.
 */

export const CHARACTERS = ['parlour', 'board', 'study', 'rest'] as const;
export type Character = (typeof CHARACTERS)[number];

export interface Note {
  is: 'pad' | 'low' | 'bell';
  /** Seconds from the beginning of the bar. */
  at: number;
  lasts: number;
  /** Hertz. */
  pitch: number;
  /** From 0 to 1. */
  loud: number;
}

interface Key {
  /** The lowest note, in hertz. */
  root: number;
  /** Half tones above it. */
  scale: readonly number[];
  /** The steps of the scale on which chords stand, a bar each. */
  chords: readonly number[];
  /** Seconds. */
  bar: number;
  /** How many bells a bar may have. */
  bells: number;
}

const KEYS: Record<Character, Key> = {
  // Warm and open, for arriving.
  parlour: { root: 130.81, scale: [0, 2, 4, 7, 9], chords: [0, 3, 1, 4], bar: 7, bells: 3 },
  // Still, for thinking: hardly any bells.
  board: { root: 110, scale: [0, 2, 3, 5, 7, 9, 10], chords: [0, 3, 6, 4], bar: 10, bells: 1 },
  // Light and curious, for looking into things.
  study: { root: 146.83, scale: [0, 2, 4, 6, 7, 9, 11], chords: [0, 1, 4, 2], bar: 8, bells: 2 },
  // Quiet, for everything else.
  rest: { root: 98, scale: [0, 2, 4, 5, 7, 9, 11], chords: [0, 5, 3, 4], bar: 9, bells: 2 },
};

/** How many seconds a bar takes. */
export const barLength = (character: Character): number => KEYS[character].bar;

/** The notes of the n-th bar. */
export function bar(character: Character, n: number, chance: () => number): Note[] {
  const key = KEYS[character];
  const step = key.chords[n % key.chords.length] ?? 0;
  const chord = [0, 2, 4].map((third) => pitch(key, step + third));
  const notes: Note[] = chord.map((one, voice) => ({
    is: 'pad',
    at: voice * 0.4 + chance() * 0.3,
    lasts: key.bar * 1.15,
    pitch: one,
    loud: 0.1,
  }));
  notes.push({ is: 'low', at: 0, lasts: key.bar, pitch: (chord[0] ?? key.root) / 2, loud: 0.12 });
  for (let bell = 0; bell < key.bells; bell++) {
    // Every other one is left out: what does not come is part of it.
    if (chance() < 0.5) {
      const above = step + Math.floor(chance() * key.scale.length) + key.scale.length * 2;
      notes.push({
        is: 'bell',
        at: chance() * (key.bar - 1),
        lasts: 2.5 + chance() * 1.5,
        pitch: pitch(key, above),
        loud: 0.05 + chance() * 0.05,
      });
    }
  }
  return notes;
}

/** The n-th note of a scale that goes on above. */
function pitch({ root, scale }: Key, n: number): number {
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

/** The character of a part of the page. */
export function characterOf(path: string): Character {
  if (path === '/') {
    return 'parlour';
  }
  return PLACES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? 'rest';
}
