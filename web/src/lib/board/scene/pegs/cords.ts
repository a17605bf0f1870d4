/** Draws strokes as cords: pieces of a cord from peg to peg, and a winding around each. */
import { type BufferGeometry, Color, Matrix4, Quaternion, Vector3 } from 'three';
import type { Pose, Poses } from '../../animation/poses.ts';
import { type Cord, cordLayers, layerHeight } from '../../view/cordLayers.ts';
import type { Batch } from '../batch.ts';
import { CORD_LENGTH, cordGeometry, windingGeometry, windingRadius } from '../solids/cord.ts';
import { PEG_RADIUS } from './pegs.ts';

/** The tone that a marked cord takes, and how much of it. */
export interface CordMark {
  colour: string;
  part: number;
}

/** What cords need of the pieces that they belong to. */
export interface CordHost {
  batch(name: string, pale: boolean, ghost: boolean, geometry: () => BufferGeometry): Batch;
  /** Return the colour of a seat's cords; the next call overwrites it. */
  colour(owner: number | null): Color;
}

const UP = new Vector3(0, 0, 1);

export class Cords {
  private layers = new Map<number, number>();
  private layersKey = '';
  private marks: ReadonlyMap<number, CordMark> = new Map();
  private readonly matrix = new Matrix4();
  private readonly place = new Vector3();
  private readonly turn = new Quaternion();
  private readonly size = new Vector3();
  private readonly markColour = new Color();

  /** Make everything that cords need, so that shaders can be compiled before they are seen. */
  prepare(host: CordHost): void {
    batches(host, false, false);
    batches(host, false, true);
  }

  mark(marks: ReadonlyMap<number, CordMark>): void {
    this.marks = marks;
  }

  /** Recompute the layers when cords are added or removed; ghosts are above the others. */
  follow(poses: Poses): void {
    let key = '';
    poses.forEach((pose) => {
      key += pose.end && pose.opacity > 0.02 ? `${pose.id} ` : '';
    });
    if (key === this.layersKey) {
      return;
    }
    this.layersKey = key;
    const cords: Cord[] = [];
    poses.forEach(({ id, x, y, end, opacity }) => {
      if (end && opacity > 0.02) {
        cords.push({ id: cordId(id), from: [x, y], to: [end[0], end[1]] });
      }
    });
    this.layers = cordLayers(cords);
  }

  /** Add a cord from the left of one peg to the right of the other in its own layer, wound once around each. */
  add(pose: Pose, host: CordHost): void {
    const [ex, ey] = pose.end!;
    const between = Math.hypot(ex - pose.x, ey - pose.y);
    const ring = Math.min(windingRadius(PEG_RADIUS), between / 4);
    const angle = Math.atan2(ey - pose.y, ex - pose.x) - Math.asin((2 * ring) / between);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [pose.x - sin * ring, pose.y + cos * ring];
    const length = Math.hypot(ex + sin * ring - x, ey - cos * ring - y);
    const { cord, winding } = batches(host, pose.owner !== null && pose.owner % 2 === 1, pose.opacity < 0.98);
    const z = pose.z + layerHeight(this.layers.get(cordId(pose.id)) ?? 0);
    const run = length / Math.max(1, Math.round(length / CORD_LENGTH));
    const colour = host.colour(pose.owner);
    const mark = this.marks.get(pose.id);
    if (mark) {
      colour.lerp(this.markColour.set(mark.colour), mark.part);
    }
    this.turn.setFromAxisAngle(UP, angle);
    for (let from = 0; from < length * pose.grow - 1e-3; from += run) {
      const part = Math.min(run, length * pose.grow - from);
      this.size.set(part / CORD_LENGTH, 1, 1);
      this.place.set(x + cos * (from + part / 2), y + sin * (from + part / 2), z);
      cord.add(this.matrix.compose(this.place, this.turn, this.size), colour);
    }
    this.size.setScalar(1);
    winding.add(this.matrix.compose(this.place.set(pose.x, pose.y, z), this.turn, this.size), colour);
    if (pose.grow > 0.98) {
      this.turn.setFromAxisAngle(UP, angle + Math.PI);
      winding.add(this.matrix.compose(this.place.set(ex, ey, z), this.turn, this.size), colour);
    }
  }
}

function batches(host: CordHost, pale: boolean, ghost: boolean): { cord: Batch; winding: Batch } {
  return {
    cord: host.batch('cord', pale, ghost, () => cordGeometry(pale)),
    winding: host.batch('winding', pale, ghost, () => windingGeometry(PEG_RADIUS, pale)),
  };
}

/** Return the id that orders a cord. Ghosts have negative ids; they come after every piece. */
function cordId(id: number): number {
  return id < 0 ? 1e9 - id : id;
}
