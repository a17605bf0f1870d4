import { expect, test } from 'vitest';
import {
  clockRequest,
  incrementError,
  isClockValid,
  minutesRequest,
  newClock,
  parseTime,
  restoreClock,
  timeError,
} from './clock.ts';

test('times are read as people write them', () => {
  expect(['1:30', '2.5', '2,5', '1:00:00', '10', '.5'].map(parseTime)).toEqual([
    90_000, 150_000, 150_000, 3_600_000, 600_000, 30_000,
  ]);
});

test('invalid times are distinguished from times out of range', () => {
  expect(['', 'ten', '1:60', '1:75:00', '-3', '1:2'].map(timeError)).toEqual(Array(6).fill('unreadable'));
  expect(['0', '0:04', '24:00:01', '2000'].map(timeError)).toEqual(Array(4).fill('range'));
  expect(['0:05', '24:00:00', '1440'].map(timeError)).toEqual(['', '', '']);
  expect(['0', '2.5', '600', '601', 'x', ''].map(incrementError)).toEqual([
    '',
    '',
    '',
    'range',
    'unreadable',
    'unreadable',
  ]);
});

test('a clock is set for all seats or for each seat', () => {
  const clock = { ...newClock(), kind: 'down' as const };
  expect(clockRequest(clock, 2)).toEqual({ kind: 'down', limits: [{ base: '10:00', increment: 5 }] });
  const each = { ...clock, each: true, times: [clock.times[0]!, { base: '3:00', increment: '0', turn: '' }] };
  expect(clockRequest(each, 3).limits).toEqual([
    { base: '10:00', increment: 5 },
    { base: '3:00', increment: 0 },
    { base: '10:00', increment: 5 },
  ]);
  expect(clockRequest({ ...clock, kind: 'turn' }, 2)).toEqual({ kind: 'down', limits: [{ per_turn: '0:30' }] });
  expect(clockRequest({ ...clock, kind: 'up' }, 2)).toEqual({ kind: 'up' });
  expect(clockRequest({ ...clock, kind: 'days', days: 2 }, 2)).toEqual({
    kind: 'down',
    limits: [{ per_turn: 172_800_000 }],
    from_start: true,
  });
});

test('only the times in use are validated', () => {
  const wrong = { ...newClock(), kind: 'down' as const, times: [{ base: '0', increment: '0', turn: '0:30' }] };
  expect(isClockValid(wrong, 2)).toBe(false);
  expect(isClockValid({ ...wrong, kind: 'turn' }, 2)).toBe(true);
  expect(isClockValid({ ...wrong, kind: 'none' }, 2)).toBe(true);
});

test('an invalid stored clock is discarded', () => {
  for (const stored of [
    null,
    'x',
    { kind: 'down' },
    { kind: 'down', times: [] },
    { kind: 'down', times: [{ base: 1 }] },
  ]) {
    expect(restoreClock(stored)).toEqual(newClock());
  }
  const stored = { kind: 'turn', each: true, times: [{ base: '1:00', increment: '0', turn: '0:10' }], days: 7 };
  expect(restoreClock(stored)).toEqual(stored);
  expect(restoreClock({ ...stored, days: 4 }).days).toBe(3);
});

test('minutes are the time of a clock, without minutes there is none', () => {
  expect(minutesRequest(10, 5)).toEqual({ kind: 'down', limits: [{ base: 600_000, increment: 5 }] });
  expect(minutesRequest(0, 5)).toEqual({ kind: 'none' });
});
