/**
 * The animation of effects. A timeline is a pure function of time: it writes the pose of every piece, so that it can be
 * played at any speed, skipped and tested.
 */
import type { Beam, Effect, Piece } from '#lib/net/types.ts';
import {
  distance,
  type Polyline,
  pathPolyline,
  pointAt,
  siteAt,
  straightPolyline,
  type Vec3,
} from '../view/geometry.ts';
import { applyEffects, type BoardLayout, type Pose, reverseEffects } from './poses.ts';

/** A sound or a particle effect at a moment. */
export interface Cue {
  at: number;
  what: 'place' | 'slide' | 'flip' | 'turn' | 'capture' | 'draw' | 'beam' | 'burst';
  position: Vec3;
  owner: number | null;
}

/** A visible beam: its head moves to the end, stays and fades. */
export interface BeamAnimation {
  beam: Beam;
  way: Polyline;
  start: number;
  arrive: number;
  gone: number;
  backwards: boolean;
}

interface Track {
  id: number;
  start: number;
  end: number;
  write(part: number, pose: Pose): void;
}

/** Milliseconds at normal speed. */
const DURATIONS_MS = {
  slide: (length: number) => Math.min(1500, 260 + 110 * length),
  hop: (length: number) => Math.min(900, 380 + 45 * length),
  flip: 420,
  turn: 380,
  draw: 480,
  vanish: 260,
  beam: (length: number) => 140 + 55 * length,
  glow: 520,
} as const;

/** Duration of sparks. */
const SPARK_MS = 1100;

export class Timeline {
  readonly duration: number;
  /** End of the trailing effects. */
  readonly tail: number;

  constructor(
    /** The poses at the start, by piece; later pieces are included but invisible. */
    private readonly first: ReadonlyMap<number, Pose>,
    private readonly tracks: readonly Track[],
    readonly beams: readonly BeamAnimation[],
    readonly cues: readonly Cue[],
    /** The pieces at the end. */
    readonly after: readonly Piece[],
  ) {
    this.duration = Math.max(0, ...tracks.map((track) => track.end), ...beams.map((run) => run.arrive + 120));
    const bursts = cues.filter((cue) => cue.what === 'burst').map((cue) => cue.at + SPARK_MS);
    this.tail = Math.max(this.duration, ...beams.map((run) => run.gone), ...bursts);
  }

  /** Return poses to modify: one for every piece that is visible at some moment. */
  poses(): Map<number, Pose> {
    return new Map([...this.first].map(([id, pose]) => [id, { ...pose }]));
  }

  /** Write all poses at a moment. */
  at(time: number, poses: Map<number, Pose>): void {
    for (const track of this.tracks) {
      const pose = poses.get(track.id);
      const first = this.first.get(track.id);
      if (pose && first && pose !== first) {
        Object.assign(pose, first);
      }
    }
    for (const track of this.tracks) {
      const pose = poses.get(track.id);
      if (pose && time >= track.start) {
        track.write(track.end > track.start ? Math.min(1, (time - track.start) / (track.end - track.start)) : 1, pose);
      }
    }
  }
}

export function buildTimeline(
  layout: BoardLayout,
  pieces: readonly Piece[],
  given: readonly Effect[],
  { backwards = false } = {},
): Timeline {
  const effects = backwards ? reverseEffects(given) : given;
  const first = layout.restPoses(pieces);
  const befores = new Map(effects.map((effect) => [effect, effect.before && layout.restPose(effect.before)]));
  const after = applyEffects(pieces, effects);
  layout.slots.follow(after);
  const build = new TimelineBuilder(layout, first, backwards);
  const phases = [...new Set(effects.map((effect) => effect.phase))].sort((a, b) => a - b);
  const hit = new Set(effects.flatMap(({ beam }) => (beam?.end === 'destroyed' ? beam.path.slice(-1) : [])));
  for (const phase of phases) {
    build.phase(
      effects.filter((effect) => effect.phase === phase),
      befores,
      backwards ? new Set() : hit,
    );
  }
  return new Timeline(
    first,
    build.tracks,
    build.beams,
    build.cues.sort((a, b) => a.at - b.at),
    after,
  );
}

class TimelineBuilder {
  readonly tracks: Track[] = [];
  readonly beams: BeamAnimation[] = [];
  readonly cues: Cue[] = [];
  private now = 0;

  constructor(
    private readonly layout: BoardLayout,
    private readonly first: Map<number, Pose>,
    private readonly backwards: boolean,
  ) {}

  phase(effects: readonly Effect[], befores: ReadonlyMap<Effect, Pose | null>, hit: ReadonlySet<number>): void {
    const start = this.now;
    const slide = effects.find((effect) => effect.kind === 'slide' && effect.path.length > 1);
    const way = slide && pathPolyline(this.layout.board, slide.path);
    const run = way ? this.slideTime(way, slide) : 0;
    let end = start;
    for (const effect of effects) {
      const before = befores.get(effect) ?? null;
      const after = effect.after && this.layout.restPose(effect.after);
      const wait =
        effect.step !== null && way
          ? run * inverseEaseInOut((way.steps[effect.step] ?? way.total) / (way.total || 1))
          : 0;
      const at = start + wait;
      end = Math.max(end, this.effect(effect, before, after, at, effects, hit));
    }
    this.now = end;
  }

  private slideTime(way: Polyline, slide: Effect): number {
    return this.hops(slide) ? DURATIONS_MS.hop(way.total) : DURATIONS_MS.slide(way.total);
  }

  /** Move through the air if the height changes. */
  private hops({ before, after }: Effect): boolean {
    const z = (piece: Piece | null) =>
      typeof piece?.place === 'number' ? siteAt(this.layout.board, piece.place)[2] : 0;
    return Math.abs(z(before) - z(after)) > 1e-6;
  }

  /** Add an effect; return the earliest start of the next phase. */
  private effect(
    effect: Effect,
    before: Pose | null,
    after: Pose | null,
    at: number,
    together: readonly Effect[],
    hit: ReadonlySet<number>,
  ): number {
    if (effect.beam) {
      return this.beam(effect.beam, at);
    }
    if (before && after && (effect.kind === 'slide' || effect.kind === 'swap')) {
      return this.slide(effect, before, after, at, together);
    }
    if (before && after && effect.kind === 'flip') {
      this.cue(at + DURATIONS_MS.flip / 2, 'flip', after);
      return this.track(after.id, at, DURATIONS_MS.flip, (part, pose) => flipPose(pose, before, after, part));
    }
    if (before && after && effect.kind === 'turn') {
      this.cue(at, 'turn', after);
      const by = shortest(after.angle - before.angle);
      return this.track(after.id, at, DURATIONS_MS.turn, (part, pose) => {
        pose.angle = before.angle + by * easeInOut(part);
        pose.z = before.z + 0.12 * Math.sin(Math.PI * part);
      });
    }
    if (after?.end || before?.end) {
      return this.stroke(before, after, at);
    }
    const destroyed = typeof effect.before?.place === 'number' && hit.has(effect.before.place);
    return this.travel(before, after, at, destroyed, typeof effect.after?.place === 'string');
  }

  private slide(effect: Effect, before: Pose, after: Pose, at: number, together: readonly Effect[]): number {
    const onBoard = effect.path.length > 1;
    const way = onBoard
      ? pathPolyline(this.layout.board, effect.path)
      : straightPolyline([point(before), point(after)]);
    const hop = this.hops(effect);
    const round = effect.path.some((entry) => typeof entry === 'string');
    const passes = together.some((other) => other.kind === 'flip');
    const over = effect.kind === 'swap' && together[0] === effect;
    const lift = hop ? 0.75 : round ? 0 : over ? 0.8 : passes ? 0.45 : 0.1;
    const time = this.slideTime(way, effect);
    this.cue(at, 'slide', before);
    this.cue(at + time - 40, 'place', after);
    const spot: [number, number, number] = [before.x, before.y, before.z];
    const peak = Math.max(before.z, after.z) + lift;
    return this.track(after.id, at, time, (part, pose) => {
      pointAt(way, way.total * easeInOut(part), spot);
      pose.x = spot[0];
      pose.y = spot[1];
      pose.z = hop ? arch(before.z, after.z, peak, part) : spot[2] + lift * rise(part);
      pose.angle = before.angle + shortest(after.angle - before.angle) * part;
      pose.scale = before.scale + (after.scale - before.scale) * part;
      pose.owner = part < 1 ? before.owner : after.owner;
    });
  }

  /** Move through the air, appear or disappear. */
  private travel(before: Pose | null, after: Pose | null, at: number, destroyed: boolean, leaves: boolean): number {
    if (before && destroyed) {
      this.cue(at, 'burst', before);
      return this.track(before.id, at, DURATIONS_MS.vanish, (part, pose) => {
        if (part < 1 || !after) {
          pose.opacity = 1 - Math.min(1, part * 3);
          pose.scale = before.scale * (1 + 0.1 * part);
        } else {
          Object.assign(pose, after);
        }
      });
    }
    if (before && after) {
      const length = distance(point(before), point(after));
      const time = DURATIONS_MS.hop(length);
      const peak = Math.max(before.z, after.z) + 0.7 + length * 0.06;
      this.cue(leaves ? at : at + time - 40, leaves ? 'capture' : 'place', leaves ? before : after);
      return this.track(after.id, at, time, (part, pose) => {
        const p = easeInOut(part);
        pose.x = before.x + (after.x - before.x) * p;
        pose.y = before.y + (after.y - before.y) * p;
        pose.z = arch(before.z, after.z, peak, part);
        pose.scale = before.scale + (after.scale - before.scale) * p;
        pose.angle = before.angle + shortest(after.angle - before.angle) * p;
        // A piece from a common stock takes its owner's colour as it leaves.
        pose.owner = after.owner ?? before.owner;
        pose.under = after.owner === null ? before.under : after.under;
        if (part === 1) {
          Object.assign(pose, after);
        }
      });
    }
    if (after) {
      this.appear(after);
      this.cue(at + 300, 'place', after);
      return this.track(after.id, at, 340, (part, pose) => {
        pose.opacity = Math.min(1, part * 3);
        pose.z = after.z + 1.4 * (1 - part * part);
      });
    }
    if (before) {
      this.cue(at, 'capture', before);
      return this.track(before.id, at, 340, (part, pose) => {
        pose.opacity = 1 - part;
        pose.z = before.z + 0.9 * part * part;
      });
    }
    return at;
  }

  private stroke(before: Pose | null, after: Pose | null, at: number): number {
    const pose = after ?? before;
    if (!pose) {
      return at;
    }
    if (!before) {
      this.appear(pose);
    }
    this.cue(at, 'draw', pose);
    return this.track(pose.id, at, DURATIONS_MS.draw, (part, current) => {
      current.opacity = after || part < 1 ? 1 : 0;
      current.grow = after ? easeInOut(part) : 1 - easeInOut(part);
    });
  }

  private beam(beam: Beam, at: number): number {
    const way = straightPolyline(beamPoints(this.layout, beam));
    const arrive = at + DURATIONS_MS.beam(way.total);
    this.beams.push({ beam, way, start: at, arrive, gone: arrive + DURATIONS_MS.glow, backwards: this.backwards });
    const position = way.points[0] ?? [0, 0, 0];
    this.cues.push({ at, what: 'beam', position, owner: beam.owner });
    return arrive + 120;
  }

  /** Add a piece that is not there at first. */
  private appear(pose: Pose): void {
    if (!this.first.has(pose.id)) {
      this.first.set(pose.id, { ...pose, opacity: 0 });
    }
  }

  private track(id: number, start: number, time: number, write: Track['write']): number {
    this.tracks.push({ id, start, end: start + time, write });
    return start + time;
  }

  private cue(at: number, what: Cue['what'], pose: Pose): void {
    this.cues.push({ at: Math.max(0, at), what, position: point(pose), owner: pose.owner });
  }
}

/** Return the corners of a beam; one that leaves the board extends a little beyond it. */
export function beamPoints(layout: BoardLayout, beam: Beam): Vec3[] {
  const points = beam.path.map((site) => siteAt(layout.board, site));
  const last = points.at(-1);
  const [dx, dy] = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0], '': [0, 0] }[beam.towards] as [number, number];
  if (last && beam.end === 'left') {
    points.push([last[0] + 0.8 * dx, last[1] + 0.8 * dy, last[2]]);
  }
  return points;
}

function flipPose(pose: Pose, before: Pose, after: Pose, part: number): void {
  pose.owner = before.owner;
  pose.under = after.owner;
  pose.flip = easeInOut(part);
  pose.z = before.z + 0.42 * Math.sin(Math.PI * part);
  if (part === 1) {
    Object.assign(pose, after);
  }
}

const point = (pose: Pose): Vec3 => [pose.x, pose.y, pose.z];

/** Return progress that is slow at the start and at the end. */
export function easeInOut(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
}

/** Return the time at which `easeInOut` has a value. */
export function inverseEaseInOut(way: number): number {
  return way < 0.5 ? Math.sqrt(way / 2) : 1 - Math.sqrt((1 - Math.min(1, way)) / 2);
}

/** Return a height that rises from 0 at the start and is back at 0 at the end. */
function rise(part: number): number {
  return Math.sin(Math.PI * part) ** 0.5;
}

/** Return a height on a curve from one level to another with a peak between them. */
function arch(from: number, to: number, peak: number, part: number): number {
  const top = 2 * peak - (from + to) / 2;
  return (1 - part) * (1 - part) * from + 2 * part * (1 - part) * top + part * part * to;
}

function shortest(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
