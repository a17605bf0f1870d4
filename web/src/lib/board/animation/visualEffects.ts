/** Optional visual effects, and which of them are allowed under the current settings. */
import type { PictureStyle } from '#lib/settings/schema.ts';

/** Each can be switched off separately. */
export interface VisualEffects {
  /** Sparks and fragments of destroyed pieces. */
  particles: boolean;
  /** Glow around beams and light at their head. */
  bloom: boolean;
  /** Beams light the board, and pieces cast shadows. */
  rays: boolean;
  /** The picture shakes when a piece is destroyed. */
  shake: boolean;
}

export interface DisplayConditions {
  /** Whether moves are live; false in replays and analysis. */
  live: boolean;
  lowPower: boolean;
  /** A plain fade instead of flashes and shaking. */
  reduceFlashes: boolean;
  /** Reduced motion is requested. */
  still: boolean;
}

export function allowedEffects(enabled: VisualEffects, now: DisplayConditions): VisualEffects {
  const calm = now.reduceFlashes || now.still;
  return {
    particles: enabled.particles && !calm && !now.lowPower,
    bloom: enabled.bloom && !calm && !now.lowPower,
    rays: enabled.rays && !calm && !now.lowPower,
    shake: enabled.shake && !calm && now.live,
  };
}

/** Return the style of the picture: none without effects, and with low power only cheap ones. */
export function allowedPictureStyle(chosen: PictureStyle, now: { effects: boolean; lowPower: boolean }): PictureStyle {
  return now.effects && (chosen === 'greyscale' || !now.lowPower) ? chosen : 'natural';
}

/** More flashes in a second can trigger seizures (WCAG 2.3.1). */
const MAX_FLASHES = 3;
const WINDOW_MS = 1000;

/** Limits flashes to three in a second, at any speed. */
export class FlashLimiter {
  private readonly seen: number[] = [];

  /** Return whether a flash is allowed at a moment (milliseconds), and count it. */
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
