import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const settings = vi.hoisted(() => ({ muted: false }));
vi.mock('#lib/settings/settings.svelte.ts', () => ({ settings }));

class FakeContext {
  state = 'suspended';
  async resume() {
    this.state = 'running';
  }
}

async function press(gesture: string) {
  window.dispatchEvent(new Event(gesture));
  await Promise.resolve();
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { AudioContext: FakeContext }));
});

afterEach(() => vi.unstubAllGlobals());

test('sound is allowed after the first gesture', async () => {
  settings.muted = false;
  const { audio } = await import('./audio.ts');
  expect(audio()).toBeNull();
  await press('pointerdown');
  expect(audio()).not.toBeNull();
});

test('a muted page has no audio context until a gesture turns the sound on', async () => {
  settings.muted = true;
  const { audio, whenAudible } = await import('./audio.ts');
  const run = vi.fn();
  whenAudible(run);
  await press('pointerdown');
  expect(audio()).toBeNull();
  settings.muted = false;
  await press('click');
  expect(audio()).not.toBeNull();
  expect(run).toHaveBeenCalledOnce();
  await press('keydown');
  expect(run).toHaveBeenCalledOnce();
});
