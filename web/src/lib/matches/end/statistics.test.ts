import { describe, expect, it } from 'vitest';
import type { MatchStatisticsView } from '#lib/net/types.ts';
import { curvePath, expectationBySeat, statisticRows } from './statistics.ts';

const counted = (key: string, count: number) => ({ key, label: key, count });
const statistics: MatchStatisticsView = {
  turns: [
    { seat: 0, text: 'a', spent: 2000 },
    { seat: 1, text: 'b', spent: 500 },
    { seat: 0, text: 'c', spent: 65_000 },
  ],
  seats: [
    { turns: 2, moves: 2, time: 67_000, mean: 33_500, longest: 2, deeds: [counted('rows', 3), counted('passes', 0)] },
    { turns: 1, moves: 1, time: 500, mean: 500, longest: null, deeds: [counted('rows', 0), counted('passes', 0)] },
  ],
  scores: [
    { key: 'rings', label: 'Rings', seat: 0, values: [0, 1, 2] },
    { key: 'rings', label: 'Rings', seat: 1, values: [0, 0, 0] },
    { key: 'pool', label: 'Pool', seat: null, values: [51, 50, 49] },
  ],
  lead: [
    [0.5, 0.5],
    [0.6, 0.4],
    [1, 0],
  ],
  time: 67_500,
};

describe('game statistics', () => {
  it('contain the last scores of each seat, and the counted actions', () => {
    const found = Object.fromEntries(statisticRows(statistics).map((row) => [row.label, row.values]));
    expect(found).toMatchObject({ Rings: ['2', '0'], Rows: ['3', '0'], Moves: ['2', '1'] });
    expect(Object.keys(found)).not.toContain('Passes');
    expect(Object.keys(found)).not.toContain('Pool');
  });

  it('do not repeat a score', () => {
    const seats = statistics.seats.map((seat) => ({ ...seat, deeds: [counted('rings', 1)] }));
    expect(statisticRows({ ...statistics, seats }).filter((row) => row.label === 'Rings')).toHaveLength(1);
  });

  it('contain times, and the longest thinking time with its turn', () => {
    const found = Object.fromEntries(statisticRows(statistics).map((row) => [row.label, row.values]));
    expect(found['Time used']).toEqual(['1:07', '0.5 s']);
    expect(found['Longest think']).toEqual(['1:05 (c)', '']);
  });

  it('contain the advantage of each seat over time', () => {
    expect(expectationBySeat(statistics)).toEqual([
      [0.5, 0.6, 1],
      [0.5, 0.4, 0],
    ]);
    expect(expectationBySeat({ ...statistics, lead: [] })).toEqual([]);
  });

  it('draw a curve', () => {
    expect(curvePath([0, 1, 0.5], 100, 40)).toBe('M0.0 40.0L50.0 0.0L100.0 20.0');
    expect(curvePath([1], 100, 40)).toBe('M0.0 0.0');
  });
});
