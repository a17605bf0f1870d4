import { describe, expect, test } from 'vitest';
import { bestColumns } from './wall.svelte.ts';

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
