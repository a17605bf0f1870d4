/** Play timelines; animation frames are requested only while one runs. */
import type { Speed } from '#lib/settings/schema.ts';
import type { Pose } from './poses.ts';
import type { Cue, Timeline } from './timeline.ts';

const RATES: Record<Speed, number> = { slow: 0.5, normal: 1, fast: 2.2, off: Number.POSITIVE_INFINITY };

/** Maximum duration of a frame in milliseconds, so that slow machines do not skip parts of an animation. */
const MAX_FRAME_MS = 250;

export interface AnimationTarget {
  /** Draw a frame of an animation or of its fading effects. */
  frame(time: number, timeline: Timeline, poses: Map<number, Pose>): void;
  cue(cue: Cue): void;
  /** Draw the final state after an animation has ended. */
  rest(): void;
}

export class TimelinePlayer {
  private running: { timeline: Timeline; finish: () => void } | null = null;
  private handle = 0;

  constructor(private readonly animationTarget: AnimationTarget) {}

  get playing(): boolean {
    return this.running !== null;
  }

  /** Play to the end. At speed "off", or in a hidden page, end immediately. */
  play(timeline: Timeline, speed: Speed): Promise<void> {
    this.skip();
    cancelAnimationFrame(this.handle);
    const rate = RATES[speed];
    if (!Number.isFinite(rate) || document.hidden) {
      this.animationTarget.rest();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const poses = timeline.poses();
      const tail = timeline.tail;
      let last: number | null = null;
      let time = 0;
      let nextCue = 0;
      let finished = false;
      const finish = () => {
        if (!finished) {
          finished = true;
          this.running = null;
          document.removeEventListener('visibilitychange', hidden);
          resolve();
        }
      };
      const hidden = () => document.hidden && this.skip();
      document.addEventListener('visibilitychange', hidden);
      this.running = { timeline, finish };
      const step = (now: number) => {
        time += Math.min(now - (last ?? now), MAX_FRAME_MS) * rate;
        last = now;
        while (nextCue < timeline.cues.length && timeline.cues[nextCue]!.at <= time) {
          this.animationTarget.cue(timeline.cues[nextCue++]!);
        }
        timeline.at(Math.min(time, timeline.duration), poses);
        this.animationTarget.frame(time, timeline, poses);
        if (time >= timeline.duration) {
          finish();
        }
        if (time < tail) {
          this.handle = requestAnimationFrame(step);
        } else {
          this.animationTarget.rest();
        }
      };
      this.handle = requestAnimationFrame(step);
    });
  }

  /** End the running animation in its final state. */
  skip(): void {
    const { running } = this;
    if (running) {
      cancelAnimationFrame(this.handle);
      running.finish();
      this.animationTarget.rest();
    }
  }

  close(): void {
    this.skip();
    cancelAnimationFrame(this.handle);
  }
}
