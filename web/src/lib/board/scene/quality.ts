/** Rendering quality. It is lowered automatically when frames are slow, and never raised again. */

export interface QualityLevel {
  pixelRatio: number;
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

/** Nothing floats at any level: the occlusion quads and the table are never left out. */
export const QUALITY_LEVELS: readonly QualityLevel[] = [
  {
    pixelRatio: 2,
    antialias: true,
    shadow: 2048,
    face: 2048,
    detail: 1024,
    environment: 256,
    coats: true,
    bump: true,
    occlusion: true,
    rays: true,
  },
  {
    pixelRatio: 1.25,
    antialias: true,
    shadow: 1024,
    face: 1024,
    detail: 1024,
    environment: 256,
    coats: true,
    bump: true,
    occlusion: true,
    rays: true,
  },
  {
    pixelRatio: 1,
    antialias: true,
    shadow: 512,
    face: 1024,
    detail: 512,
    environment: 128,
    coats: false,
    bump: true,
    occlusion: false,
    rays: false,
  },
  {
    pixelRatio: 0.8,
    antialias: false,
    shadow: 0,
    face: 1024,
    detail: 512,
    environment: 0,
    coats: false,
    bump: false,
    occlusion: false,
    rays: false,
  },
];

/** First level of low-power mode. */
export const LOW_POWER_LEVEL = 2;

/** Milliseconds that a frame may take, and for how long frames may take longer. */
const SLOW_FRAME_MS = 25;
const SLOW_LIMIT_MS = 1000;
/** A longer gap is a hidden page or a pause, not a slow frame. */
const IDLE_GAP_MS = 1000;

export class Quality {
  private last = 0;
  private slow = 0;

  constructor(
    public level: number,
    /** It stays as it is, for those who want to see a board as others do. */
    private readonly fixed = false,
  ) {}

  /** Record a drawn frame; return whether the quality was lowered. */
  frame(now: number): boolean {
    const took = now - this.last;
    this.last = now;
    if (took > IDLE_GAP_MS) {
      return false;
    }
    this.slow = took > SLOW_FRAME_MS ? this.slow + took : 0;
    if (this.fixed || this.slow < SLOW_LIMIT_MS || this.level >= QUALITY_LEVELS.length - 1) {
      return false;
    }
    this.slow = 0;
    this.level++;
    return true;
  }
}
