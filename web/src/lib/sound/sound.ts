/**
 * Synthesised sounds. `sound('place')` plays one at the volume of the settings, with its vibration; before sound is
 * allowed (see audio.ts) it is dropped.
 */
import { settings } from '#lib/settings/settings.svelte.ts';
import { audio } from './audio.ts';
import { SOUND_RECIPES, type Sound, type SoundVoice, soundKind } from './soundRecipes.ts';
import { vibrate } from './vibration.ts';

export type { Sound } from './soundRecipes.ts';

let noise: AudioBuffer | null = null;
/** When each sound was last played: simultaneous sounds are played once. */
const last = new Map<Sound, number>();
const MIN_INTERVAL_S = 0.03;

export function sound(name: Sound): void {
  vibrate(name);
  const context = audio();
  const volume = settings.loudness(soundKind(name));
  if (context === null || volume === 0) {
    return;
  }
  const now = context.currentTime;
  if (now - (last.get(name) ?? -1) < MIN_INTERVAL_S) {
    return;
  }
  last.set(name, now);
  for (const voice of SOUND_RECIPES[name]) {
    playVoice(context, voice, now, volume);
  }
}

function playVoice(context: AudioContext, voice: SoundVoice, now: number, volume: number): void {
  const start = now + (voice.at ?? 0);
  const end = start + voice.duration;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(Math.max(0.0002, voice.volume * volume), start + 0.006);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  loudness.connect(context.destination);
  const source =
    voice.is === 'tone' ? toneOf(context, voice, start, end) : noiseOf(context, voice, start, end, loudness);
  if (voice.is === 'tone') {
    source.connect(loudness);
  }
  source.start(start);
  source.stop(end + 0.02);
  source.onended = () => loudness.disconnect();
}

function toneOf(context: AudioContext, voice: SoundVoice & { is: 'tone' }, start: number, end: number): OscillatorNode {
  const tone = context.createOscillator();
  tone.type = voice.wave ?? 'sine';
  tone.frequency.setValueAtTime(voice.from, start);
  tone.frequency.exponentialRampToValueAtTime(voice.to ?? voice.from, end);
  return tone;
}

function noiseOf(
  context: AudioContext,
  voice: SoundVoice & { is: 'noise' },
  start: number,
  end: number,
  out: AudioNode,
): AudioBufferSourceNode {
  noise ??= hiss(context);
  const source = context.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = voice.narrow ?? 1;
  filter.frequency.setValueAtTime(voice.around, start);
  filter.frequency.exponentialRampToValueAtTime(voice.to ?? voice.around, end);
  source.connect(filter).connect(out);
  return source;
}

function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) {
    samples[n] = Math.random() * 2 - 1;
  }
  return buffer;
}
