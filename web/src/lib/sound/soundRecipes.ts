/** Definitions of sounds as tones and noise; no audio files are loaded. */

export type Sound =
  | 'place'
  | 'press'
  | 'slide'
  | 'flip'
  | 'turn'
  | 'capture'
  | 'draw'
  | 'beam'
  | 'burst'
  | 'row'
  | 'clock'
  | 'your turn'
  | 'win'
  | 'lose'
  | 'drawn';

/** Kinds of sounds with their own volume. */
export type SoundKind = 'pieces' | 'clock' | 'news';

export function soundKind(sound: Sound): SoundKind {
  switch (sound) {
    case 'clock':
      return 'clock';
    case 'your turn':
    case 'win':
    case 'lose':
    case 'drawn':
      return 'news';
    default:
      return 'pieces';
  }
}

/** A tone that may glide, or filtered noise. Times in seconds. */
export type SoundVoice =
  | { is: 'tone'; from: number; to?: number; at?: number; duration: number; volume: number; wave?: OscillatorType }
  | { is: 'noise'; around: number; to?: number; narrow?: number; at?: number; duration: number; volume: number };

const chord = (notes: readonly number[], apart: number, duration: number): SoundVoice[] =>
  notes.map((from, n) => ({ is: 'tone', from, at: n * apart, duration, volume: 0.16, wave: 'triangle' }));

export const SOUND_RECIPES: Record<Sound, readonly SoundVoice[]> = {
  // Wood on wood: a short knock with a low body.
  place: [
    { is: 'noise', around: 1900, narrow: 1.2, duration: 0.035, volume: 0.5 },
    { is: 'tone', from: 210, to: 140, duration: 0.09, volume: 0.4 },
  ],
  press: [{ is: 'noise', around: 2400, narrow: 2.5, duration: 0.018, volume: 0.12 }],
  slide: [{ is: 'noise', around: 700, to: 1100, narrow: 0.7, duration: 0.22, volume: 0.13 }],
  flip: [
    { is: 'noise', around: 2600, narrow: 2, duration: 0.025, volume: 0.3 },
    { is: 'tone', from: 520, to: 620, duration: 0.05, volume: 0.12, wave: 'triangle' },
  ],
  turn: [{ is: 'noise', around: 1200, to: 1700, narrow: 1.5, duration: 0.12, volume: 0.2 }],
  capture: [
    { is: 'noise', around: 1300, narrow: 1, duration: 0.05, volume: 0.45 },
    { is: 'tone', from: 330, to: 110, at: 0.02, duration: 0.18, volume: 0.3, wave: 'triangle' },
  ],
  draw: [{ is: 'noise', around: 3200, to: 2400, narrow: 1.4, duration: 0.3, volume: 0.1 }],
  beam: [
    { is: 'tone', from: 1400, to: 320, duration: 0.34, volume: 0.09, wave: 'sawtooth' },
    { is: 'tone', from: 2800, to: 640, duration: 0.34, volume: 0.04, wave: 'sine' },
  ],
  burst: [
    { is: 'noise', around: 900, to: 180, narrow: 0.5, duration: 0.5, volume: 0.55 },
    { is: 'tone', from: 120, to: 45, duration: 0.4, volume: 0.4 },
  ],
  row: chord([523, 659, 784], 0.07, 0.35),
  clock: [{ is: 'tone', from: 980, duration: 0.05, volume: 0.18, wave: 'square' }],
  'your turn': chord([587, 784], 0.1, 0.25),
  win: chord([523, 659, 784, 1047], 0.13, 0.7),
  lose: chord([392, 349, 294], 0.18, 0.6),
  drawn: chord([440, 440], 0.2, 0.4),
};
