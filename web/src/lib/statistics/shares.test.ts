import { expect, test } from 'vitest';
import type { ClubStatisticsView, ResultTally } from '#lib/net/types.ts';
import { busiestHour, pointsText, resultsBetween, resultsText, shareText, weekdays } from './shares.ts';

test('shares are percentages, and a dash without games', () => {
  expect(shareText(1, 4)).toBe('25%');
  expect(shareText(0, 0)).toBe('–');
});

test('results name every side, and draws only if there are any', () => {
  const sides = [
    { name: 'Black', won: 3 },
    { name: 'White', won: 1 },
  ];
  expect(resultsText(sides, 0, 4)).toBe('Black won 75%, White won 25%');
  expect(resultsText(sides, 1, 5)).toBe('Black won 60%, White won 20%, drawn 20%');
});

test('weeks begin on Monday', () => {
  expect(weekdays()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  const hours = Array.from({ length: 168 }, () => 0);
  hours[26] = 3;
  expect(busiestHour(hours)).toEqual({ day: 1, hour: 2 });
});

test('a draw is half a point', () => {
  expect([pointsText(3, 1), pointsText(0, 1), pointsText(1, 2), pointsText(0, 0)]).toEqual(['3½', '½', '2', '0']);
});

test('players who have not met have no result', () => {
  const tally: ResultTally = { won: 1, drawn: 0, lost: 2, unfinished: 0, assisted: 0, used: 0 };
  const view: ClubStatisticsView = {
    period: 'all',
    games: [],
    hours: [],
    days: [],
    players: [],
    meetings: [{ first: 0, second: 1, tally }],
  };
  expect(resultsBetween(view, 0, 1)).toBe(tally);
  expect(resultsBetween(view, 0, 2)).toBeNull();
});
