import { expect, test, vi } from 'vitest';
import type { BoardModel } from '../model.svelte.ts';
import { onPageKey } from './keys.ts';

function pressed(key: string, more: Partial<KeyboardEvent> = {}, letters = true) {
  const turn = vi.fn();
  const model = { clicks: { verbs: [] }, flat: false, viewControls: { turn } } as unknown as BoardModel;
  const preventDefault = vi.fn();
  onPageKey({ key, target: null, preventDefault, ...more } as unknown as KeyboardEvent, model, letters);
  return turn.mock.calls.at(0) ?? null;
}

test('keys turn the view although the board has not got the focus', () => {
  expect(pressed('d')).toEqual([8, 0]);
  expect(pressed('ArrowUp', { shiftKey: true })).toEqual([0, -6]);
});

test('arrows alone, shortcuts of the browser and keys that others use do not turn the view', () => {
  const field = { closest: (users: string) => (users.includes('input') ? field : null) } as unknown as HTMLElement;
  expect(pressed('ArrowUp')).toBeNull();
  expect(pressed('d', { ctrlKey: true })).toBeNull();
  expect(pressed('d', { target: field })).toBeNull();
  expect(pressed('d', { defaultPrevented: true })).toBeNull();
  expect(pressed('d', {}, false)).toBeNull();
});
