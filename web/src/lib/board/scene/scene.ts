/** A board in space. It is told what to show and draws it when it has changed; it knows nothing of clicks. */
import { between, type Camera } from '../camera.ts';
import type { Drawing } from '../decor.ts';
import { type Frame, pointAt } from '../geometry.ts';
import { mix, NEUTRAL, type Wood } from '../paint.ts';
import type { Pose, Table } from '../poses.ts';
import type { BeamRun, Cue, Timeline } from '../timeline.ts';
import { BEAM_HEIGHT, Beams } from './beams.ts';
import { Marks } from './marks.ts';
import { Pieces } from './pieces.ts';
import { LEVELS, type Level, Quality } from './quality.ts';
import { Slab } from './slab.ts';
import { Sparks } from './sparks.ts';
import { Stage } from './stage.ts';

export interface Effort {
  /** Where to begin in `LEVELS`. */
  level: number;
  glow: boolean;
  particles: boolean;
  shake: boolean;
  /** Marks pulse, views glide. */
  motion: boolean;
}

interface Tween {
  began: number;
  time: number;
  run(part: number): void;
}

const GLIDE = 480;
const PULSES = 3;
const PULSE = 850;
const SHAKE = 320;

export class BoardScene {
  private readonly stage: Stage;
  private readonly slab: Slab;
  private readonly pieces: Pieces;
  private readonly marks = new Marks();
  private readonly standing = new Beams();
  private readonly running = new Beams();
  private readonly sparks = new Sparks();
  private readonly quality: Quality;
  private readonly tweens = new Map<string, Tween>();
  private size = { width: 1, height: 1 };
  private view: Camera | null = null;
  private pulseKey = '';
  private run: BeamRun | null = null;
  private readonly head: [number, number, number] = [0, 0, 0];
  private colours: readonly string[] = [];
  private shaken = 0;
  /** An animation runs: its frames are timed. */
  private moving = false;

  constructor(
    canvas: HTMLCanvasElement,
    private effort: Effort,
    /** The effort was stepped down: frames take too long. */
    private readonly onSlow: () => void,
  ) {
    this.quality = new Quality(effort.level);
    this.stage = new Stage(canvas, this.level);
    this.slab = new Slab(this.level.mirrors);
    this.pieces = new Pieces(this.level.mirrors);
    this.stage.scene.add(
      this.slab.group,
      this.pieces.group,
      this.marks.group,
      this.standing.mesh,
      this.running.mesh,
      this.sparks.points,
    );
    this.stage.onFrame(() => this.step(performance.now()));
    this.setEffort(effort);
  }

  private get level(): Level {
    return LEVELS[this.quality.level] ?? LEVELS[0]!;
  }

  setEffort(effort: Effort): void {
    if (effort.level > this.quality.level) {
      this.quality.level = effort.level;
    }
    this.effort = effort;
    this.standing.glow(effort.glow);
    this.running.glow(effort.glow);
    this.stage.effort(this.level, this.size.width, this.size.height);
  }

  resize(width: number, height: number): void {
    this.size = { width, height };
    this.stage.effort(this.level, width, height);
  }

  setBoard(frame: Frame, wood: Wood, colours: readonly string[], coordinates: boolean): void {
    this.colours = colours;
    this.pieces.paint(colours);
    this.slab.build(frame, { wood, colours, coordinates, pixels: this.level.face });
    this.stage.moved();
  }

  /** The trays may have grown. */
  setTable(table: Table, extent: readonly (readonly number[])[]): void {
    this.slab.follow(table);
    const [x, y] = table.frame.centre;
    this.stage.fit(
      table.frame,
      table.floor,
      Math.max(...extent.map((point) => Math.hypot(point[0]! - x, point[1]! - y))) + 0.8,
    );
  }

  setPieces(poses: readonly Pose[], dim: ReadonlySet<number>): void {
    this.pieces.draw(poses, poses.length, dim);
    this.stage.moved();
  }

  setDrawings(drawings: readonly Drawing[], colourOf: (drawing: Drawing) => string): void {
    const pulses = this.marks.draw(drawings, colourOf);
    this.standing.set(
      drawings.flatMap((drawing) =>
        drawing.is === 'beam'
          ? [{ points: drawing.points, colour: this.beamColour(drawing.owner), alpha: drawing.alpha }]
          : [],
      ),
    );
    const key = JSON.stringify(drawings.filter((drawing) => 'pulse' in drawing && drawing.pulse));
    if (key !== this.pulseKey) {
      this.pulseKey = key;
      this.tweens.delete('pulse');
      this.marks.pulse(1);
      if (pulses && this.effort.motion) {
        this.tween('pulse', PULSES * PULSE, (part) =>
          this.marks.pulse(0.675 + 0.325 * Math.cos(2 * Math.PI * PULSES * part)),
        );
      }
    }
    this.stage.invalidate();
  }

  private beamColour(owner: number): string {
    return mix(this.colours[owner] ?? '#ff4030', '#ffffff', 0.08);
  }

  look(camera: Camera, glide: boolean): void {
    const from = this.view;
    this.tweens.delete('glide');
    const sameSize = from && from.width === camera.width && from.height === camera.height;
    if (glide && this.effort.motion && from && sameSize) {
      this.tween('glide', GLIDE, (part) => {
        const p = part * part * (3 - 2 * part);
        this.view = part < 1 ? between(from, camera, p) : camera;
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
    this.beam(time, timeline);
    this.sparks.at(time, this.size.height * this.pixelsPerUnit());
    this.stage.moved();
    this.stage.draw();
  }

  private pixelsPerUnit(): number {
    return this.view ? (this.view.focal / this.view.height) * this.level.pixelRatio : 1;
  }

  private beam(time: number, timeline: Timeline): void {
    const run = timeline.beams.find((one) => time >= one.start && time < one.gone) ?? null;
    if (run !== this.run) {
      this.run = run;
      this.running.set(run ? [{ points: run.way.points, colour: this.beamColour(run.beam.owner), alpha: 1 }] : []);
    }
    if (!run) {
      this.stage.spark.intensity = 0;
      return;
    }
    const part = Math.min(1, (time - run.start) / (run.arrive - run.start));
    const length = run.way.total * (run.backwards ? 1 - part : part);
    const strength = time < run.arrive ? 1 : Math.max(0, 1 - (time - run.arrive) / (run.gone - run.arrive));
    this.running.run(length, strength);
    pointAt(run.way, length, this.head);
    this.stage.spark.color.set(this.beamColour(run.beam.owner));
    this.stage.spark.position.set(this.head[0], this.head[1], this.head[2] + BEAM_HEIGHT);
    this.stage.spark.intensity = this.effort.glow ? 2.4 * strength : 0;
  }

  /** Something bursts now. `live` is false where a game is only looked at. */
  cue(cue: Cue, live: boolean): void {
    if (cue.what !== 'burst') {
      return;
    }
    if (this.effort.particles) {
      const colour = cue.owner === null ? NEUTRAL : (this.colours[cue.owner] ?? NEUTRAL);
      this.sparks.burst(cue.where, colour, cue.at);
    }
    if (this.effort.shake && live) {
      this.tween('shake', SHAKE, (part) => {
        this.shaken = part < 1 ? Math.sin(part * 26) * 0.09 * (1 - part) : 0;
      });
    }
  }

  /** Nothing moves any more. */
  rest(): void {
    this.moving = false;
    this.run = null;
    this.running.set([]);
    this.stage.spark.intensity = 0;
    this.sparks.rest();
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
      this.stage.effort(this.level, this.size.width, this.size.height);
      this.onSlow();
    }
    if (this.view) {
      this.stage.look(this.view, this.shaken);
    }
  }

  close(): void {
    for (const part of [this.slab, this.pieces, this.marks, this.standing, this.running, this.sparks, this.stage]) {
      part.close();
    }
  }
}

const NOBODY: ReadonlySet<number> = new Set();
