import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchStateView } from '#lib/net/types.ts';
import { RunningClocks } from './runningClocks.svelte.ts';

const state = (
  more: Partial<MatchStateView['clock']> = {},
  status: MatchStateView['status'] = 'running',
  version = 1,
): MatchStateView =>
  ({
    version,
    ply: 4,
    status,
    position: { seat: 0 },
    clock: { left: [12_000, 60_000], used: [0, 0], turn: 0, since: 0, ...more },
  }) as unknown as MatchStateView;

let heard: string[];
let clocks: RunningClocks;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  heard = [];
  clocks = new RunningClocks(() => Date.now(), {
    ontimeout: (ply) => heard.push(`out ${ply}`),
    ontick: () => heard.push('tick'),
  });
});
afterEach(() => vi.useRealTimers());

describe('the clocks of a match', () => {
  it('run while the match does', () => {
    clocks.follow(state());
    vi.advanceTimersByTime(1000);
    expect(clocks.of(state())[0]?.left).toBe(11_000);
    clocks.follow(state({ since: null }));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('cause no updates while stopped or paused', () => {
    clocks.follow(state({ since: null }));
    clocks.follow(state({}, 'paused'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tick in the last seconds and report once that time is up', () => {
    clocks.follow(state());
    vi.advanceTimersByTime(14_000);
    expect(heard.filter((one) => one === 'tick')).toHaveLength(9);
    expect(heard.filter((one) => one === 'out 4')).toHaveLength(1);
  });

  it('stop on request', () => {
    clocks.follow(state());
    clocks.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
