import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PICTURE_INTERVAL_MS, refreshWhileSeen } from './pictureRefresh.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('it runs at intervals while the page is seen, even after a failure, until it is stopped', async () => {
  let hidden = false;
  const run = vi.fn(() => Promise.reject(new Error('offline')));
  const stop = refreshWhileSeen(run, () => hidden);
  await vi.advanceTimersByTimeAsync(2 * PICTURE_INTERVAL_MS);
  expect(run).toHaveBeenCalledTimes(2);
  hidden = true;
  await vi.advanceTimersByTimeAsync(5 * PICTURE_INTERVAL_MS);
  expect(run).toHaveBeenCalledTimes(2);
  hidden = false;
  await vi.advanceTimersByTimeAsync(PICTURE_INTERVAL_MS);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(5 * PICTURE_INTERVAL_MS);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a slow answer is awaited', async () => {
  const run = vi.fn(() => new Promise(() => undefined));
  const stop = refreshWhileSeen(run, () => false);
  await vi.advanceTimersByTimeAsync(3 * PICTURE_INTERVAL_MS);
  expect(run).toHaveBeenCalledOnce();
  stop();
});
