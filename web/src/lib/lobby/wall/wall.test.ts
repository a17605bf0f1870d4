import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { stubWebSocket } from '#lib/net/testSocket.ts';
import { bestColumns, MAX_BOARDS, ROTATION_INTERVAL_MS, Wall } from './wall.svelte.ts';

describe('columns of the wall', () => {
  test.each([
    [0, 1920, 1000, 1],
    [1, 1920, 1000, 1],
    [2, 1920, 1000, 2],
    [4, 1920, 1000, 4],
    [6, 1920, 1000, 3],
    [12, 1920, 1000, 6],
    [2, 390, 800, 1],
    [6, 390, 800, 2],
  ])('%i boards on %i × %i', (count, width, height, columns) => {
    expect(bestColumns(count, width, height, 80)).toBe(columns);
  });
});

describe('a wall with more games than places', () => {
  const running = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `${n}` }));
  const shown = (wall: Wall) => wall.games.map((game) => Number(game.id));
  let wall: Wall;

  beforeEach(() => {
    vi.useFakeTimers();
    stubWebSocket();
    wall = new Wall();
  });

  afterEach(() => {
    wall.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('shows each of them in turn, in place of the one that was shown longest', () => {
    wall.update(running(MAX_BOARDS + 3));
    expect([shown(wall).length, wall.waiting]).toEqual([MAX_BOARDS, ['20', '21', '22']]);
    vi.advanceTimersByTime(ROTATION_INTERVAL_MS);
    expect(shown(wall).slice(0, 4)).toEqual([20, 21, 22, 3]);
    vi.advanceTimersByTime(ROTATION_INTERVAL_MS);
    expect(shown(wall).slice(0, 7)).toEqual([20, 21, 22, 0, 1, 2, 6]);
    expect(wall.waiting).toEqual(['3', '4', '5']);
  });

  it('forgets waiting games that have ended, and stays as it is when there is room for all', () => {
    wall.update(running(MAX_BOARDS + 3));
    wall.update(running(MAX_BOARDS));
    expect(wall.waiting).toEqual([]);
    const before = wall.games;
    vi.advanceTimersByTime(ROTATION_INTERVAL_MS);
    expect(wall.games).toEqual(before);
  });
});
