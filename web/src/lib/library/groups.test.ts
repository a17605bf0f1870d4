import { describe, expect, it } from 'vitest';
import type { LibraryEntryView } from '#lib/net/types.ts';
import { groupEntries, periodName } from './groups.ts';

const NOW = new Date(2026, 2, 30, 9, 30).getTime();
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime();
const entry = (id: string, updated: number, title = 'Sim') =>
  ({ match: { id, updated, created: updated, title } }) as LibraryEntryView;

describe('periods', () => {
  it.each([
    [at(2026, 3, 30, 0), 'Today'],
    [at(2026, 3, 29, 23), 'Yesterday'],
    [at(2026, 3, 29, 0), 'Yesterday'],
    [at(2026, 3, 28, 23), 'This week'],
    [at(2026, 3, 24, 0), 'This week'],
    [at(2026, 3, 23, 23), 'March'],
    [at(2026, 1, 1), 'January'],
    [at(2025, 12, 31), 'December 2025'],
  ])('%d is %s', (time, words) => {
    expect(periodName(time, NOW)).toBe(words);
  });
});

describe('the grouped list', () => {
  const entries = [entry('a', at(2026, 3, 30)), entry('b', at(2026, 3, 30, 8)), entry('c', at(2026, 3, 29), 'Pylos')];

  it('is grouped by day when sorted by time', () => {
    expect(groupEntries(entries, 'updated', NOW).map((group) => [group.heading, group.entries.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
    ]);
  });

  it('is grouped by game when sorted by game', () => {
    expect(groupEntries(entries, 'game', NOW).map((group) => group.heading)).toEqual(['Sim', 'Pylos']);
  });

  it('is one group in any other order, and none when it is empty', () => {
    expect(groupEntries(entries, 'plies', NOW)).toEqual([{ heading: '', entries }]);
    expect(groupEntries([], 'updated', NOW)).toEqual([]);
  });
});
