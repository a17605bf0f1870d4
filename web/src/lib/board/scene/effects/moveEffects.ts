/** Effects during a move: the running beam and its light, sparks, and camera shake. */

import { Color, type Object3D, type PointLight } from 'three';
import { mix } from '#lib/theme/colour.ts';
import type { Pose } from '../../animation/poses.ts';
import type { BeamAnimation, Cue, Timeline } from '../../animation/timeline.ts';
import { FlashLimiter, type VisualEffects } from '../../animation/visualEffects.ts';
import { NEUTRAL } from '../../view/colours.ts';
import type { Frame } from '../../view/geometry.ts';
import { pointAt } from '../../view/geometry.ts';
import { makeSurroundings } from '../pieceShading.ts';
import type { RenderStatistics } from '../stage.ts';
import { BeamLight, type BeamSurroundings } from './beamLight.ts';
import { BEAM_HEIGHT, Beams } from './beams.ts';
import { Sparks } from './sparks.ts';

/** The parts of a stage that are used here. */
interface Lights {
  statistics: Pick<RenderStatistics, 'seen'>;
  /** The light at the head of a beam. */
  spark: PointLight;
}

const NOTHING: VisualEffects = { particles: false, bloom: false, rays: false, shake: false };

/** How strongly a beam lights the board, and how strongly its head lights the pieces around it. */
const LIGHT = 0.5;
const SHINE = 2.4;

export class MoveEffects {
  readonly parts: readonly Object3D[];
  private readonly beams = new Beams();
  private readonly sparks = new Sparks();
  private readonly beamLight: BeamLight;
  private readonly flashes = new FlashLimiter();
  private readonly head: [number, number, number] = [0, 0, 0];
  private readonly tint = new Color();
  private visualEffects = NOTHING;
  private colours: readonly string[] = [];
  private run: BeamAnimation | null = null;
  /** Whether the running beam may flash. */
  private bright = false;

  constructor(
    private readonly stage: Lights,
    around: BeamSurroundings = makeSurroundings(),
  ) {
    this.beamLight = new BeamLight(around);
    this.parts = [this.beamLight.mesh, this.beams.mesh, this.sparks.points];
  }

  allow(visualEffects: VisualEffects): void {
    this.visualEffects = visualEffects;
  }

  fit(frame: Frame, colours: readonly string[]): void {
    this.colours = colours;
    this.beamLight.fit(frame);
  }

  /** Draw a moment of an animation. `pixels` is the size of a unit in the picture. */
  at(time: number, timeline: Timeline, poses: Map<number, Pose>, pixels: number): void {
    this.sparks.at(time, pixels);
    const run = runAt(timeline, time);
    if (run !== this.run) {
      this.begin(run);
    }
    if (!run) {
      this.dark();
      return;
    }
    const part = Math.min(1, (time - run.start) / (run.arrive - run.start));
    const length = run.way.total * (run.backwards ? 1 - part : part);
    const strength = time < run.arrive ? 1 : Math.max(0, 1 - (time - run.arrive) / (run.gone - run.arrive));
    this.beams.run(length, strength);
    pointAt(run.way, length, this.head);
    const { spark } = this.stage;
    spark.position.set(this.head[0], this.head[1], this.head[2] + BEAM_HEIGHT);
    // Its head glows and lights the pieces around it.
    spark.intensity = this.bright && (this.visualEffects.bloom || this.visualEffects.rays) ? SHINE * strength : 0;
    if (this.bright && this.visualEffects.rays) {
      this.beamLight.shine(run.way, length, this.tint, LIGHT * strength, poses.values());
    } else {
      this.beamLight.rest();
    }
  }

  private begin(run: BeamAnimation | null): void {
    this.run = run;
    this.beams.set(run ? [{ points: run.way.points, colour: beamColour(this.colours, run.beam.owner), alpha: 1 }] : []);
    if (run) {
      this.bright = this.flashes.allow(performance.now());
      this.beams.glow(this.bright && this.visualEffects.bloom);
      this.tint.set(beamColour(this.colours, run.beam.owner));
      this.stage.spark.color.copy(this.tint);
      const { seen } = this.stage.statistics;
      seen.beams++;
      seen.glows += Number(this.bright && this.visualEffects.bloom);
      seen.rays += Number(this.bright && this.visualEffects.rays);
    }
  }

  private dark(): void {
    this.stage.spark.intensity = 0;
    this.beamLight.rest();
  }

  /** Show the fragments of a destroyed piece; return whether the picture should shake. */
  burst(cue: Cue): boolean {
    const { seen } = this.stage.statistics;
    if (this.visualEffects.particles && this.flashes.allow(performance.now())) {
      const colour = cue.owner === null ? NEUTRAL : (this.colours[cue.owner] ?? NEUTRAL);
      this.sparks.burst(cue.position, colour, cue.at);
      seen.bursts++;
    }
    seen.shakes += Number(this.visualEffects.shake);
    return this.visualEffects.shake;
  }

  rest(): void {
    this.run = null;
    this.beams.set([]);
    this.dark();
    this.sparks.rest();
  }

  close(): void {
    this.beams.close();
    this.beamLight.close();
    this.sparks.close();
  }
}

function runAt(timeline: Timeline, time: number): BeamAnimation | null {
  for (const run of timeline.beams) {
    if (time >= run.start && time < run.gone) {
      return run;
    }
  }
  return null;
}

export function beamColour(colours: readonly string[], owner: number): string {
  return mix(colours[owner] ?? '#ff4030', '#ffffff', 0.08);
}
