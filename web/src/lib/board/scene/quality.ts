/** Rendering quality. It is lowered automatically when frames are slow, and never raised again. */

export interface QualityLevel {
  pixelRatio: number;
  /** Minimum pixel ratio of a picture at rest, which is drawn once more. */
  restRatio: number;
  /** Edges are smoothed; decided when the scene is made. */
  antialias: boolean;
  /** Width of the shadow map; 0 disables shadows. */
  shadow: number;
  /** Pixels of the painted face of a board, and of its pattern before it is enlarged. */
  face: number;
  detail: number;
  /** Width of the environment map; 0 is a plain sky and plain materials. Decided when the scene is made, as are clear
   * coats on pieces, bumps in surfaces, and balls that darken each other. */
  environment: number;
  coats: boolean;
  bump: boolean;
  occlusion: boolean;
  /** Beams light the board. */
  rays: boolean;
}

const FULL: QualityLevel = {
  pixelRatio: 2,
  restRatio: 2,
  antialias: true,
  shadow: 2048,
  face: 2048,
  detail: 1024,
  environment: 256,
  coats: true,
  bump: true,
  occlusion: true,
  rays: true,
};
const MIDDLE: QualityLevel = { ...FULL, pixelRatio: 1.25, shadow: 1024, face: 1024 };
const LOW: QualityLevel = {
  ...MIDDLE,
  pixelRatio: 1,
  restRatio: 1.5,
  shadow: 512,
  detail: 512,
  environment: 128,
  coats: false,
  occlusion: false,
  rays: false,
};
const PLAIN: QualityLevel = {
  ...LOW,
  // Multisampling doubles the cost where the processor draws; a sharper picture at rest costs nothing in motion.
  pixelRatio: 0.9,
  restRatio: 2,
  antialias: false,
  shadow: 0,
  environment: 0,
  bump: false,
};

/** A picture at rest has at most this number of pixels. */
const MAX_RESTING_PIXELS = 3e6;
/** Without multisampling, a picture at rest has more pixels than the display, or edges would be jagged. */
const SUPERSAMPLING = 1.5;

/** Return the pixel ratios of a picture in motion and at rest, on a display with its own. */
export function pixelRatios(
  level: QualityLevel,
  display: number,
  area: number,
): readonly [moving: number, resting: number] {
  const moving = Math.min(display, level.pixelRatio);
  const wanted = level.antialias ? level.restRatio : Math.max(level.restRatio, SUPERSAMPLING * display);
  return [moving, Math.max(moving, Math.min(wanted, Math.sqrt(MAX_RESTING_PIXELS / Math.max(1, area))))];
}

/** Contact shadows and the table are drawn at every quality level. */
export const QUALITY_LEVELS: readonly QualityLevel[] = [FULL, MIDDLE, LOW, PLAIN];

/** First level of low-power mode. */
export const LOW_POWER_LEVEL = 2;

/** Milliseconds that a frame may take, and for how long frames may take longer. */
const SLOW_FRAME_MS = 25;
const SLOW_LIMIT_MS = 1000;
/** A frame counts at most this much, so that one long gap, in a hidden page, is not taken for slow frames. */
const MAX_COUNTED_MS = 400;
/** A machine whose frames take longer on average, or whose first frame does, draws with its processor. */
const PROCESSOR_FRAME_MS = 120;

export const LOWEST_LEVEL = QUALITY_LEVELS.length - 1;

/** Lowest level to which a board of this page was lowered: the next one begins there. */
let knownLevel = 0;

export function forgetKnownLevel(): void {
  knownLevel = 0;
}

export class Quality {
  private last = Infinity;
  private slow = 0;
  private slowFrames = 0;
  level: number;

  constructor(
    level: number,
    /** Keep this level, to see a board as on other devices. */
    private readonly fixed = false,
  ) {
    this.level = fixed ? level : Math.max(level, knownLevel);
  }

  /** Record a frame; `follows` another one in the same movement. Return whether the quality was lowered. */
  frame(now: number, follows = true): boolean {
    const took = Math.min(now - this.last, MAX_COUNTED_MS);
    this.last = now;
    if (!follows || took <= SLOW_FRAME_MS) {
      this.slow = this.slowFrames = 0;
      return false;
    }
    this.slow += took;
    this.slowFrames++;
    return this.slow >= SLOW_LIMIT_MS && this.lower(this.slow / this.slowFrames);
  }

  /** Lower the quality for frames that take so long; return whether it could be lowered. */
  private lower(took: number): boolean {
    this.slow = this.slowFrames = 0;
    if (this.fixed || this.level >= LOWEST_LEVEL) {
      return false;
    }
    this.level = took > PROCESSOR_FRAME_MS ? LOWEST_LEVEL : this.level + 1;
    knownLevel = Math.max(knownLevel, this.level);
    return true;
  }

  /** Whether it is unknown how fast this machine draws. */
  get untested(): boolean {
    return !this.fixed && this.level < LOWEST_LEVEL;
  }

  /** Record how long a first frame took until it was drawn; return whether the quality was lowered. */
  first(took: number): boolean {
    return took > PROCESSOR_FRAME_MS && this.lower(took);
  }
}
