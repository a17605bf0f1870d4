import { beforeEach, expect, test, vi } from 'vitest';
import { type GestureHandlers, PointerGestures } from './gestures.ts';

/** A picture in which x is the site, up to 9; site 3 holds a piece that may be used. */
const on = {
  siteAt: vi.fn((x: number) => (x < 100 ? Math.floor(x / 10) : null)),
  draggable: vi.fn((site: number) => site === 3),
  grab: vi.fn(),
  hold: vi.fn(),
  drop: vi.fn(),
  turn: vi.fn(),
  zoom: vi.fn(),
} satisfies GestureHandlers;

let pointers: PointerGestures;

beforeEach(() => {
  vi.clearAllMocks();
  pointers = new PointerGestures(on);
});

test('a press without movement is a click', () => {
  pointers.down(1, 35, 0, true);
  pointers.move(1, 38, 2);
  pointers.up(1, 38, 2);
  expect(pointers.endsDrag()).toBe(false);
  expect(on.grab).not.toHaveBeenCalled();
  expect(on.turn).not.toHaveBeenCalled();
});

test('dragging a usable piece moves it and drops it', () => {
  pointers.down(1, 35, 0, true);
  expect(pointers.move(1, 50, 0)).toBe(true);
  pointers.up(1, 72, 0);
  expect(on.grab).toHaveBeenCalledExactlyOnceWith(3);
  expect(on.hold).toHaveBeenCalledWith(3, 50, 0);
  expect(on.drop).toHaveBeenCalledExactlyOnceWith(7, { x: 72, y: 0 });
  expect(pointers.endsDrag()).toBe(true);
  expect(pointers.endsDrag()).toBe(false);
});

test('any other mouse drag turns the board', () => {
  pointers.down(1, 55, 0, true);
  pointers.move(1, 75, 0);
  pointers.up(1, 75, 0);
  expect(on.turn).toHaveBeenCalled();
  expect(on.drop).not.toHaveBeenCalled();
  expect(pointers.endsDrag()).toBe(true);
});

test('one finger does not turn the board, two turn and zoom it', () => {
  pointers.down(1, 55, 0, false);
  pointers.move(1, 80, 0);
  expect(on.turn).not.toHaveBeenCalled();
  pointers.down(2, 10, 0, false);
  pointers.move(2, 0, 0);
  expect(on.turn).toHaveBeenCalled();
  expect(on.zoom.mock.calls[0]![0]).toBeGreaterThan(1);
});

test('a second finger puts a dragged piece back', () => {
  pointers.down(1, 35, 0, false);
  pointers.move(1, 60, 0);
  pointers.down(2, 90, 0, false);
  expect(on.drop).toHaveBeenCalledExactlyOnceWith(null);
});

test('a cancelled pointer drops nothing', () => {
  pointers.down(1, 35, 0, false);
  pointers.move(1, 60, 0);
  pointers.cancel(1);
  expect(on.drop).toHaveBeenCalledExactlyOnceWith(null);
});
