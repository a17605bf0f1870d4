/**
 * Sounds, made in the browser. `sound('place')` plays one as loud as the settings say. Browsers allow sound only after
 * somebody has touched the page; what comes earlier is not heard and not kept for later.
 */
import { settings } from '#lib/settings/settings.svelte.ts';
import { kindOf, SOUNDS, type Sound, type Voice } from './voices.ts';

export type { Sound } from './voices.ts';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** When each sound was last heard: ten pieces that fall together are one sound. */
const last = new Map<Sound, number>();
const APART = 0.03;

if (typeof window !== 'undefined') {
  const wake = () => {
    context ??= 'AudioContext' in window ? new AudioContext() : null;
    void context?.resume();
  };
  for (const gesture of ['pointerdown', 'keydown']) {
    window.addEventListener(gesture, wake, { once: true, capture: true });
  }
}

export function sound(name: Sound): void {
  const volume = settings.loudness(kindOf(name));
  if (context?.state !== 'running' || volume === 0) {
    return;
  }
  const now = context.currentTime;
  if (now - (last.get(name) ?? -1) < APART) {
    return;
  }
  last.set(name, now);
  for (const voice of SOUNDS[name]) {
    speak(context, voice, now, volume);
  }
}

function speak(audio: AudioContext, voice: Voice, now: number, volume: number): void {
  const start = now + (voice.at ?? 0);
  const end = start + voice.lasts;
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(Math.max(0.0002, voice.loud * volume), start + 0.006);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  loudness.connect(audio.destination);
  const source = voice.is === 'tone' ? toneOf(audio, voice, start, end) : noiseOf(audio, voice, start, end, loudness);
  if (voice.is === 'tone') {
    source.connect(loudness);
  }
  source.start(start);
  source.stop(end + 0.02);
  source.onended = () => loudness.disconnect();
}

function toneOf(audio: AudioContext, voice: Voice & { is: 'tone' }, start: number, end: number): OscillatorNode {
  const tone = audio.createOscillator();
  tone.type = voice.wave ?? 'sine';
  tone.frequency.setValueAtTime(voice.from, start);
  tone.frequency.exponentialRampToValueAtTime(voice.to ?? voice.from, end);
  return tone;
}

function noiseOf(
  audio: AudioContext,
  voice: Voice & { is: 'noise' },
  start: number,
  end: number,
  out: AudioNode,
): AudioBufferSourceNode {
  noise ??= hiss(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = voice.narrow ?? 1;
  filter.frequency.setValueAtTime(voice.around, start);
  filter.frequency.exponentialRampToValueAtTime(voice.to ?? voice.around, end);
  source.connect(filter).connect(out);
  return source;
}

function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) {
    samples[n] = Math.random() * 2 - 1;
  }
  return buffer;
}
