/** Play the generated music bar by bar while it is turned on and the page is visible. */
import { audio } from '../audio.ts';
import { barLength, type Character, makeBar, type Note } from './score.ts';

/** Seconds of a fade. */
const FADE_S = 1.5;
/** Seconds by which notes are scheduled ahead. */
const LOOKAHEAD_S = 0.5;

export class MusicPlayer {
  /** What is playing. */
  character: Character | null = null;
  private out: GainNode | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private volume = 0;

  /** Play music of a character; volume 0 stops it. */
  play(character: Character, volume: number): void {
    const context = audio();
    if (context === null || volume === 0) {
      this.stop();
      return;
    }
    if (character !== this.character || this.out === null) {
      this.stop();
      this.character = character;
      this.out = this.open(context);
      this.next(context, character, this.out, 0, context.currentTime + 0.1);
    }
    if (volume !== this.volume) {
      this.volume = volume;
      glide(context, this.out.gain, volume);
    }
  }

  /** Fade out. */
  stop(): void {
    clearTimeout(this.timer);
    const context = audio();
    const { out } = this;
    if (out && context) {
      glide(context, out.gain, 0);
      setTimeout(() => out.disconnect(), FADE_S * 2000);
    } else {
      out?.disconnect();
    }
    this.out = null;
    this.character = null;
    this.volume = 0;
  }

  private open(context: AudioContext): GainNode {
    const out = context.createGain();
    out.gain.value = 0.0001;
    const soft = context.createBiquadFilter();
    soft.type = 'lowpass';
    soft.frequency.value = 2200;
    const room = context.createConvolver();
    room.buffer = roomResponse(context);
    const wet = context.createGain();
    wet.gain.value = 0.5;
    out.connect(soft);
    soft.connect(context.destination);
    soft.connect(room).connect(wet).connect(context.destination);
    return out;
  }

  private next(context: AudioContext, character: Character, out: GainNode, n: number, start: number): void {
    for (const note of makeBar(character, n, Math.random)) {
      playNote(context, note, start, out);
    }
    const following = start + barLength(character);
    const wait = (following - context.currentTime - LOOKAHEAD_S) * 1000;
    this.timer = setTimeout(() => this.next(context, character, out, n + 1, following), wait);
  }
}

function glide(context: AudioContext, gain: AudioParam, to: number): void {
  gain.cancelScheduledValues(context.currentTime);
  gain.setTargetAtTime(to, context.currentTime, FADE_S / 3);
}

function playNote(context: AudioContext, note: Note, start: number, out: AudioNode): void {
  const begin = Math.max(context.currentTime, start + note.at);
  const end = begin + note.duration;
  const loudness = context.createGain();
  const rise = note.is === 'bell' ? 0.02 : note.duration * 0.35;
  loudness.gain.setValueAtTime(0.0001, begin);
  loudness.gain.exponentialRampToValueAtTime(note.volume, begin + rise);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  loudness.connect(out);
  // Two detuned voices sound warmer than one.
  for (const apart of note.is === 'pad' ? [-4, 4] : [0]) {
    const tone = context.createOscillator();
    tone.type = note.is === 'pad' ? 'triangle' : 'sine';
    tone.frequency.value = note.pitch;
    tone.detune.value = apart;
    tone.connect(loudness);
    tone.start(begin);
    tone.stop(end + 0.05);
    tone.onended = () => loudness.disconnect();
  }
}

/** Return the impulse response of a room: decaying noise of two seconds. */
function roomResponse(context: AudioContext): AudioBuffer {
  const length = context.sampleRate * 2;
  const buffer = context.createBuffer(2, length, context.sampleRate);
  for (let channel = 0; channel < 2; channel++) {
    const samples = buffer.getChannelData(channel);
    for (let n = 0; n < length; n++) {
      samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
    }
  }
  return buffer;
}
