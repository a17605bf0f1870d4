import { describe, expect, it } from 'vitest';
import { clockText, countsDown, isCorrespondence, thinkingTimeText, timesAt } from './clock.ts';

const clock = { left: [60_000, 30_000], used: [5000, 7000], turn: 1000, since: 1_000_000 };

describe('clocks', () => {
  it('run for the seat to move only', () => {
    const [mine, theirs] = timesAt(clock, 0, 1_003_000);
    expect(mine).toEqual({ left: 57_000, used: 8000, turn: 4000, running: true, low: false });
    expect(theirs).toEqual({ left: 30_000, used: 7000, turn: 0, running: false, low: false });
  });

  it('stop while a move is shown, and without a clock', () => {
    expect(timesAt(clock, 0, 999_000)[0]?.left).toBe(60_000);
    expect(timesAt({ ...clock, since: null }, 0, 2_000_000)[0]).toMatchObject({ left: 60_000, running: false });
  });

  it('count days in a correspondence game, which nobody has to sit out', () => {
    expect([86_400_000, 90_000_000, 7 * 86_400_000].map((time) => clockText(time, true))).toEqual([
      '1 d',
      '1 d 1 h',
      '7 d',
    ]);
    const days = { kind: 'down' as const, limits: [{ per_turn: 86_400_000 }] };
    expect([isCorrespondence(days), countsDown(days)]).toEqual([true, false]);
    const minutes = { kind: 'down' as const, limits: [{ per_turn: 60_000 }] };
    expect([isCorrespondence(minutes), countsDown(minutes)]).toEqual([false, true]);
    expect(isCorrespondence({ kind: 'up' })).toBe(false);
  });

  it('warn when little time is left, and never go below zero', () => {
    expect(timesAt(clock, 1, 1_015_000)[1]?.low).toBe(true);
    expect(timesAt(clock, 1, 1_200_000)[1]?.left).toBe(0);
    expect(timesAt({ ...clock, left: [null, null] }, 0, 1_001_000)[0]?.left).toBeNull();
  });

  it.each([
    [0, false, '0:00'],
    [59_999, false, '0:59'],
    [61_000, false, '1:01'],
    [3_723_000, false, '1:02:03'],
    [59_001, true, '1:00'],
    [10_000, true, '0:10'],
    [9_940, true, '0:10'],
    [9_450, true, '0:09.5'],
    [100, true, '0:00.1'],
    [0, true, '0:00'],
  ])('read %i ms (counting down: %s) as %s', (time, down, text) => {
    expect(clockText(time, down)).toBe(text);
  });

  it('format thinking time in tenths of a second up to a minute', () => {
    expect([400, 12_500, 59_940, 125_000].map(thinkingTimeText)).toEqual(['0.4 s', '12.5 s', '59.9 s', '2:05']);
  });
});
