import { expect, test } from 'vitest';
import { ViewGestures } from './viewGestures.ts';

function gesture(fingers: number, { mouse = false, onSite = false, by = 60 } = {}): boolean[] {
  const gestures = new ViewGestures();
  const ids = Array.from({ length: fingers }, (_, id) => id);
  for (const id of ids) {
    gestures.down(id, { x: 100 * id, y: 0, mouse, onSite });
  }
  return ids.map((id) => gestures.up(id, 100 * id + by, 0));
}

test('one finger does not turn the view', () => {
  expect(gesture(1)).toEqual([false]);
});

test('two fingers turn it, also over pieces, and only if they move', () => {
  expect(gesture(2)).toContain(true);
  expect(gesture(2, { onSite: true })).toContain(true);
  expect(gesture(2, { by: 5 })).toEqual([false, false]);
});

test('a mouse turns it by a drag beside the pieces', () => {
  expect(gesture(1, { mouse: true })).toEqual([true]);
  expect(gesture(1, { mouse: true, onSite: true })).toEqual([false]);
  expect(gesture(1, { mouse: true, by: 5 })).toEqual([false]);
});

test('one finger after two does not count as two', () => {
  const gestures = new ViewGestures();
  const finger = { x: 0, y: 0, mouse: false, onSite: false };
  gestures.down(1, finger);
  gestures.down(2, finger);
  gestures.cancel(1);
  gestures.cancel(2);
  gestures.down(3, finger);
  expect(gestures.up(3, 60, 0)).toBe(false);
});
