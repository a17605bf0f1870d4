import { beforeEach, describe, expect, test } from 'vitest';
import { effect, layoutOf, piece, squares } from '../testBoards.ts';
import { useTestFrames } from '../testFrames.ts';
import { TimelinePlayer } from './player.ts';
import { buildTimeline, type Cue } from './timeline.ts';

const frames = useTestFrames();
let now = 0;

beforeEach(() => {
  now = 1000;
});

function frame(after: number): boolean {
  const run = frames.waiting;
  frames.waiting = null;
  now += after;
  run?.(now);
  return frames.waiting !== null;
}

const man = piece(1, 0);
const layout = layoutOf(squares(4, 4), [man]);
const timeline = buildTimeline(layout, [man], [effect('slide', man, piece(1, 3), { path: [0, 1, 2, 3] })]);

function watched() {
  const seen = { times: [] as number[], cues: [] as Cue[], rests: 0 };
  const player = new TimelinePlayer({
    frame: (time) => void seen.times.push(time),
    cue: (cue) => void seen.cues.push(cue),
    rest: () => void seen.rests++,
  });
  return { player, seen };
}

describe('a timeline that is played', () => {
  test('asks for frames until its end and for none after it', async () => {
    const { player, seen } = watched();
    const end = player.play(timeline, 'normal');
    while (frame(16)) {}
    await end;
    expect(seen.times.at(-1)).toBeGreaterThanOrEqual(timeline.tail);
    expect(seen.cues).toEqual(timeline.cues);
    expect(seen.rests).toBe(1);
    expect(frames.waiting).toBeNull();
  });

  test('does not skip ahead when frames are slow', async () => {
    const { player, seen } = watched();
    const end = player.play(timeline, 'normal');
    while (frame(2000)) {}
    await end;
    expect(seen.times.length).toBeGreaterThan(3);
    expect(Math.max(...seen.times.map((time, n) => time - (seen.times[n - 1] ?? 0)))).toBeLessThanOrEqual(250);
  });

  test('follows the chosen speed, and ends at once without motion', async () => {
    const frames = { slow: 0, normal: 0, fast: 0, off: 0 };
    for (const speed of ['slow', 'normal', 'fast', 'off'] as const) {
      const { player, seen } = watched();
      const end = player.play(timeline, speed);
      while (frame(16)) {}
      await end;
      frames[speed] = seen.times.length;
    }
    expect(frames.slow).toBeGreaterThan(frames.normal);
    expect(frames.normal).toBeGreaterThan(frames.fast);
    expect(frames.off).toBe(0);
  });

  test('ends immediately when skipped', async () => {
    const { player, seen } = watched();
    const end = player.play(timeline, 'normal');
    frame(16);
    player.skip();
    await end;
    expect(frames.waiting).toBeNull();
    expect(seen.rests).toBe(1);
  });
});
