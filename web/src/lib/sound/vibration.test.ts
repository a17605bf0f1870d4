import { afterEach, describe, expect, it, vi } from 'vitest';
import { settings } from '#lib/settings/settings.svelte.ts';
import { vibrate } from './vibration.ts';

function phone(active = true) {
  const buzz = vi.fn(() => true);
  vi.stubGlobal('navigator', { vibrate: buzz, userActivation: { hasBeenActive: active } });
  return buzz;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('vibration', () => {
  it('is longer for a capture than for a move, and none for a press of a button', () => {
    const buzz = phone();
    for (const name of ['place', 'capture', 'press'] as const) {
      vibrate(name);
    }
    expect(buzz.mock.calls).toEqual([[12], [30]]);
  });

  it('is off where the setting is off', () => {
    const buzz = phone();
    vi.spyOn(settings, 'all', 'get').mockReturnValue({ ...settings.all, vibrate: false });
    vibrate('capture');
    expect(buzz).not.toHaveBeenCalled();
  });

  it('does not ask a page that nobody has touched, nor a browser that cannot vibrate', () => {
    const buzz = phone(false);
    vibrate('capture');
    expect(buzz).not.toHaveBeenCalled();
    vi.stubGlobal('navigator', {});
    expect(() => vibrate('capture')).not.toThrow();
  });
});
