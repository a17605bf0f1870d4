/** Optional visual effects, and which of them are allowed under the current settings. */

/** Each can be switched off by itself. */
export interface VisualEffects {
  /** Sparks and fragments of what is destroyed. */
  particles: boolean;
  /** Beams glow beyond their edge, and their head shines. */
  bloom: boolean;
  /** A beam lights board and pieces, and they cast its shadow. */
  rays: boolean;
  /** The picture shakes when something is destroyed. */
  shake: boolean;
}

export interface DisplayConditions {
  /** What is shown happens now; false where a game is only looked at. */
  live: boolean;
  lowPower: boolean;
  /** A plain fade instead of whatever flashes or shakes. */
  reduceFlashes: boolean;
  /** No motion is wanted. */
  still: boolean;
}

export function allowedEffects(wished: VisualEffects, now: DisplayConditions): VisualEffects {
  const calm = now.reduceFlashes || now.still;
  return {
    particles: wished.particles && !calm && !now.lowPower,
    bloom: wished.bloom && !calm && !now.lowPower,
    rays: wished.rays && !calm && !now.lowPower,
    shake: wished.shake && !calm && now.live,
  };
}

/** More flashes than these in a second can harm people. */
const MAX_FLASHES = 3;
const WINDOW_MS = 1000;

/** Counts what flashes, whatever the speed is: of more than three in a second the others are not shown. */
export class FlashLimiter {
  private readonly seen: number[] = [];

  /** Whether something may flash at a moment (milliseconds); if so, it is taken to do it. */
  allow(now: number): boolean {
    while (this.seen.length && now - this.seen[0]! >= WINDOW_MS) {
      this.seen.shift();
    }
    if (this.seen.length >= MAX_FLASHES) {
      return false;
    }
    this.seen.push(now);
    return true;
  }
}
