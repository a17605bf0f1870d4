import { describe, expect, it } from 'vitest';
import type { Day, OpponentResults, ResultTally } from '#lib/net/types.ts';
import { opponentRows, periods, periodText, periodUnit, scoreText, today } from './history.ts';

const tally = (won: number, drawn = 0, lost = 0): ResultTally => ({
  won,
  drawn,
  lost,
  unfinished: 0,
  assisted: 0,
  used: 0,
});
const on = (day: number, won: number, lost = 0): Day => ({ day, game: 'go', tally: tally(won, 0, lost) });
const MONDAY = Date.UTC(2026, 0, 5) / 86_400_000;

describe('spans of time', () => {
  it('are days at first, then weeks, then months', () => {
    expect([3, 60, 400].map((ago) => periodUnit([on(MONDAY - ago, 1)], MONDAY))).toEqual(['day', 'week', 'month']);
  });

  it('contain every game, with empty spans between', () => {
    const found = periods([on(MONDAY - 9, 1), on(MONDAY - 1, 2), on(MONDAY, 0, 3)], MONDAY, 'week');
    expect(found.map(({ day, won, lost }) => [day - MONDAY, won, lost])).toEqual([
      [-14, 1, 0],
      [-7, 2, 0],
      [0, 0, 3],
    ]);
    expect(periods([on(MONDAY - 3, 1)], MONDAY, 'day').map((span) => span.won)).toEqual([1, 0, 0, 0]);
    expect(periods([on(MONDAY - 70, 4)], MONDAY, 'month').map((span) => span.won)).toEqual([4, 0, 0, 0]);
    expect(periods([], MONDAY)).toEqual([]);
  });

  it('tolerate wrong clocks', () => {
    expect(periods([on(MONDAY + 5, 1)], MONDAY, 'day').map((span) => span.won)).toEqual([1]);
  });

  it('have names', () => {
    expect(periodText(MONDAY, 'week')).toMatch(/5/);
    expect(periodText(MONDAY, 'month')).toMatch(/26/);
  });

  it('begin at midnight in the reader’s time zone', () => {
    const lateInUtc = Date.UTC(2026, 0, 4, 23, 30);
    expect([today(lateInUtc, 0), today(lateInUtc, 60)]).toEqual([MONDAY - 1, MONDAY]);
  });
});

describe('numbers', () => {
  it('count a draw as half a win', () => {
    expect([tally(1, 2, 1), tally(3), tally(0)].map(scoreText)).toEqual(['50%', '100%', '–']);
  });

  it('show every level from the start, with zeros', () => {
    const rows = opponentRows([]);
    expect(rows).toHaveLength(10);
    expect(rows.every((row) => row.tally.won === 0)).toBe(true);
  });

  it('assign each game to its level', () => {
    const against: OpponentResults[] = [
      { game: 'go', opponent: 'bots', level: 3, tally: tally(2) },
      { game: 'sim', opponent: 'bots', level: 3, tally: tally(1) },
      { game: 'go', opponent: 'bots', level: 4.5, tally: tally(4) },
      { game: 'go', opponent: 'bots', level: 'classic-hard', tally: tally(7) },
      { game: 'go', opponent: 'people', level: null, tally: tally(5) },
      { game: 'go', opponent: 'mixed', level: null, tally: tally(0, 0, 6) },
    ];
    const won = Object.fromEntries(opponentRows(against).map((row) => [row.key, row.tally.won + row.tally.lost]));
    expect(won).toMatchObject({ people: 5, 3: 3, 'classic-hard': 7, other: 4, mixed: 6, 8: 0 });
    expect(opponentRows(against).find((row) => row.key === 'classic-hard')?.name).toBe('Classic hard');
  });
});
