/** A board in 3-D. It draws what it is given when that changes; it does not handle clicks. */

import type { BoardLayout, Pose } from '../animation/poses.ts';
import type { Cue, Timeline } from '../animation/timeline.ts';
import type { VisualEffects } from '../animation/visualEffects.ts';
import { type Camera, interpolateCamera } from '../view/camera.ts';
import { type BoardColours, type Finish, TABLE } from '../view/finish.ts';
import type { Frame } from '../view/geometry.ts';
import type { Overlay } from '../view/overlays/overlays.ts';
import { Coordinates } from './coordinates.ts';
import { Beams } from './effects/beams.ts';
import { beamColour, MoveEffects } from './effects/moveEffects.ts';
import { Overlays3d } from './overlays3d.ts';
import { Pieces } from './pieces.ts';
import { QUALITY_LEVELS, Quality, type QualityLevel } from './quality.ts';
import { Slab } from './slab.ts';
import { Stage } from './stage.ts';
import { Trays3d } from './trays3d.ts';

export interface SceneQuality {
  /** Where to begin in `QUALITY_LEVELS`. */
  level: number;
  visualEffects: VisualEffects;
  /** Views glide. */
  motion: boolean;
  /** Marks pulse before they stand. */
  pulses: boolean;
}

/** Appearance of a board without its pieces. */
export interface BoardAppearance {
  palette: BoardColours;
  finish: Finish;
  colours: readonly string[];
  coordinates: boolean;
}

interface Tween {
  began: number;
  time: number;
  run(part: number): void;
}

const GLIDE_MS = 480;
const PULSE_COUNT = 3;
const PULSE_MS = 850;
const SHAKE_MS = 320;

export class BoardScene {
  private readonly stage: Stage;
  private readonly slab: Slab;
  private readonly coordinates = new Coordinates();
  private readonly trays3d: Trays3d;
  private readonly pieces: Pieces;
  private readonly marks = new Overlays3d();
  private readonly overlayBeams = new Beams();
  private readonly moveEffects: MoveEffects;
  private readonly quality: Quality;
  private readonly tweens = new Map<string, Tween>();
  private size = { width: 1, height: 1 };
  private view: Camera | null = null;
  private pulseKey = '';
  private colours: readonly string[] = [];
  private shaken = 0;
  /** An animation runs: its frames are timed. */
  private moving = false;

  constructor(
    canvas: HTMLCanvasElement,
    private effort: SceneQuality,
    /** The quality was lowered because frames were slow. */
    private readonly onSlow: () => void,
  ) {
    this.quality = new Quality(effort.level, window.__parlour?.level !== undefined);
    this.stage = new Stage(canvas, this.level);
    this.slab = new Slab(this.level.mirrors);
    this.trays3d = new Trays3d(this.level.mirrors);
    this.pieces = new Pieces(this.level.mirrors);
    this.moveEffects = new MoveEffects(this.stage);
    this.stage.scene.add(
      this.slab.group,
      this.coordinates.mesh,
      this.trays3d.group,
      this.pieces.group,
      this.marks.group,
      this.overlayBeams.mesh,
      ...this.moveEffects.parts,
    );
    this.stage.onFrame(() => this.step(performance.now()));
    this.setQuality(effort);
  }

  private get level(): QualityLevel {
    return QUALITY_LEVELS[this.quality.level] ?? QUALITY_LEVELS[0]!;
  }

  setQuality(effort: SceneQuality): void {
    if (effort.level > this.quality.level) {
      this.quality.level = effort.level;
    }
    this.effort = effort;
    this.overlayBeams.glow(effort.visualEffects.bloom);
    this.fit();
  }

  resize(width: number, height: number): void {
    this.size = { width, height };
    this.fit();
  }

  /** What the machine can bear is done. */
  private fit(): void {
    const { visualEffects } = this.effort;
    this.moveEffects.allow({ ...visualEffects, rays: visualEffects.rays && this.level.rays });
    this.stage.effort(this.level, this.size.width, this.size.height);
  }

  setBoard(frame: Frame, look: BoardAppearance): void {
    this.colours = look.colours;
    this.pieces.paint(look.colours, look.finish.pieces ?? 'satin');
    this.slab.build(frame, { ...look, pixels: this.level.face });
    this.coordinates.build(frame, look.palette, look.coordinates);
    this.moveEffects.fit(frame, look.colours);
    this.stage.moved();
  }

  /** The trays may have grown. */
  setLayout(
    layout: BoardLayout,
    extent: readonly (readonly number[])[],
    { palette, finish, colours }: BoardAppearance,
  ): void {
    this.trays3d.build(layout, palette, colours);
    const [x, y] = layout.frame.centre;
    const reach = Math.max(...extent.map((point) => Math.hypot(point[0]! - x, point[1]! - y))) + TABLE.room;
    this.stage.fit(layout.frame, layout.floor, reach, finish.table ?? null);
  }

  setPieces(poses: readonly Pose[], dim: ReadonlySet<number>): void {
    this.pieces.draw(poses, poses.length, dim);
    this.stage.moved();
  }

  setOverlays(overlays: readonly Overlay[], colourOf: (overlay: Overlay) => string): void {
    const pulses = this.marks.draw(overlays, colourOf);
    this.overlayBeams.set(
      overlays.flatMap((overlay) =>
        overlay.is === 'beam'
          ? [{ points: overlay.points, colour: beamColour(this.colours, overlay.owner), alpha: overlay.alpha }]
          : [],
      ),
    );
    const key = JSON.stringify(overlays.filter((overlay) => 'pulse' in overlay && overlay.pulse));
    if (key !== this.pulseKey) {
      this.pulseKey = key;
      this.tweens.delete('pulse');
      this.marks.pulse(1);
      if (pulses && this.effort.pulses) {
        this.tween('pulse', PULSE_COUNT * PULSE_MS, (part) =>
          this.marks.pulse(0.675 + 0.325 * Math.cos(2 * Math.PI * PULSE_COUNT * part)),
        );
      }
    }
    this.stage.invalidate();
  }

  look(camera: Camera, glide: boolean): void {
    const from = this.view;
    this.tweens.delete('glide');
    const sameSize = from && from.width === camera.width && from.height === camera.height;
    if (glide && this.effort.motion && from && sameSize) {
      this.tween('glide', GLIDE_MS, (part) => {
        const p = part * part * (3 - 2 * part);
        this.view = part < 1 ? interpolateCamera(from, camera, p) : camera;
      });
    } else {
      this.view = camera;
    }
    this.stage.invalidate();
  }

  /** A moment of an animation: the pieces while they move, the beam also while it fades. Drawn at once. */
  frame(time: number, timeline: Timeline, poses: Map<number, Pose>): void {
    this.moving = true;
    if (time <= timeline.duration) {
      this.pieces.draw(poses.values(), poses.size, NOBODY);
    }
    this.moveEffects.at(time, timeline, poses, this.size.height * this.pixelsPerUnit());
    this.stage.drawMoving();
  }

  private pixelsPerUnit(): number {
    return this.view ? (this.view.focal / this.view.height) * this.level.pixelRatio : 1;
  }

  /** Handle a cue of the animation. */
  cue(cue: Cue): void {
    if (cue.what === 'burst' && this.moveEffects.burst(cue)) {
      this.tween('shake', SHAKE_MS, (part) => {
        this.shaken = part < 1 ? Math.sin(part * 26) * 0.09 * (1 - part) : 0;
      });
    }
  }

  /** The animation has ended. */
  rest(): void {
    this.moving = false;
    this.moveEffects.rest();
    this.stage.invalidate();
  }

  private tween(name: string, time: number, run: (part: number) => void): void {
    this.tweens.set(name, { began: performance.now(), time, run });
    this.stage.invalidate();
  }

  private step(now: number): void {
    if (this.tweens.size) {
      for (const [name, tween] of this.tweens) {
        const part = Math.min(1, (now - tween.began) / tween.time);
        tween.run(part);
        if (part === 1) {
          this.tweens.delete(name);
        }
      }
      if (this.tweens.size) {
        this.stage.invalidate();
      }
    }
    if ((this.tweens.size || this.moving) && this.quality.frame(now)) {
      this.fit();
      this.onSlow();
    }
    if (this.view) {
      this.coordinates.turn(this.view.turned);
      this.stage.look(this.view, this.shaken);
    }
  }

  close(): void {
    for (const part of [
      this.slab,
      this.coordinates,
      this.trays3d,
      this.pieces,
      this.marks,
      this.overlayBeams,
      this.moveEffects,
      this.stage,
    ]) {
      part.close();
    }
  }
}

const NOBODY: ReadonlySet<number> = new Set();
