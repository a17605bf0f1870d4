/** Position and appearance of each piece, at rest and as the basis of animations. */
import type { Board, Effect, Kind, Piece } from '#lib/net/types.ts';
import { type Frame, siteAt, type Vec3 } from '../view/geometry.ts';
import { type Shape, shapeOf } from '../view/shapes.ts';
import type { TraySlots } from '../view/traySlots.ts';
import { planTrays, type TrayPlaces, type TrayPlan } from '../view/trays.ts';

/** A piece as drawn at one moment. Animations modify it. */
export interface Pose {
  id: number;
  kind: Kind;
  owner: number | null;
  /** The seat whose colour the underside has. */
  under: number | null;
  x: number;
  y: number;
  z: number;
  /** Degrees clockwise. */
  angle: number;
  /** How far it is turned over: 1 is upside down. */
  flip: number;
  scale: number;
  opacity: number;
  /** A stroke runs from (x, y, z) to here, as far as `grow`. */
  end: Vec3 | null;
  grow: number;
}

/** Poses that can be iterated more than once: an array, or the values of a map. */
export interface Poses {
  forEach(run: (pose: Pose) => void): void;
}

/** Height of the trays above the foot of the slab. */
const TRAY_LIFT = 0.06;

/** The layout of a board: slab, trays and their slots. */
export class BoardLayout {
  readonly plans: Map<string, TrayPlan>;
  private readonly kinds: Map<string, Kind>;

  constructor(
    readonly frame: Frame,
    kinds: readonly Kind[],
    private readonly seats: number,
    readonly slots: TraySlots,
    where: TrayPlaces,
  ) {
    this.kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.plans = planTrays(frame, slots, where);
  }

  get board(): Board {
    return this.frame.board;
  }

  /** The height of the trays. */
  get floor(): number {
    return this.frame.surface - this.frame.thickness + TRAY_LIFT;
  }

  kindOf(piece: Piece): Kind {
    return (
      this.kinds.get(piece.kind) ?? {
        name: piece.kind,
        label: piece.kind,
        shape: '',
        letter: '?',
        facings: 1,
        degrees: 90,
        material: '',
      }
    );
  }

  shapeOf(piece: Piece): Shape {
    return shapeOf(this.kindOf(piece).shape);
  }

  /** Return the pose of a piece at rest. */
  restPose(piece: Piece): Pose {
    const kind = this.kindOf(piece);
    const shape = shapeOf(kind.shape);
    const { place, owner } = piece;
    // A two-sided piece that belongs to nobody shows either side.
    const twoSided = shape.twoSided && this.seats === 2;
    const shown = twoSided ? (owner ?? piece.id % 2) : owner;
    const pose: Pose = {
      id: piece.id,
      kind,
      owner: shown,
      under: twoSided && shown !== null ? 1 - shown : shown,
      x: 0,
      y: 0,
      z: 0,
      angle: kind.facings > 1 ? piece.facing * kind.degrees : 0,
      flip: 0,
      scale: 1,
      opacity: 1,
      end: null,
      grow: 1,
    };
    if (typeof place === 'number') {
      [pose.x, pose.y, pose.z] = siteAt(this.board, place);
    } else if (typeof place === 'string') {
      const plan = this.plans.get(place);
      if (plan) {
        pose.scale = Math.min(1, (plan.pitch * 0.94) / (2 * shape.radius));
        [pose.x, pose.y, pose.z] = this.slots.at(piece.id, plan, this.floor);
        pose.z += shape.centred ? (shape.height / 2) * pose.scale : 0;
      } else {
        // The board has no such tray, so the piece is not drawn.
        pose.opacity = 0;
      }
    } else {
      [pose.x, pose.y, pose.z] = siteAt(this.board, place[0]);
      pose.end = siteAt(this.board, place[1]);
    }
    return pose;
  }

  restPoses(pieces: readonly Piece[]): Map<number, Pose> {
    return new Map(pieces.map((piece) => [piece.id, this.restPose(piece)]));
  }
}

/** Return the pieces after some effects, by id. Effects that do not match are ignored: the next state corrects them. */
export function applyEffects(pieces: readonly Piece[], effects: readonly Effect[]): Piece[] {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  for (const { before, after } of effects) {
    if (before) {
      byId.delete(before.id);
    }
    if (after) {
      byId.set(after.id, after);
    }
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Return the same effects as they run backwards. */
export function reverseEffects(effects: readonly Effect[]): Effect[] {
  const last = Math.max(0, ...effects.map((effect) => effect.phase));
  const lengths = new Map<number, number>();
  for (const effect of effects) {
    if (effect.path.length) {
      lengths.set(effect.phase, effect.path.length);
    }
  }
  return [...effects].reverse().map((effect) => ({
    ...effect,
    before: effect.after,
    after: effect.before,
    phase: last - effect.phase,
    path: [...effect.path].reverse(),
    step: effect.step === null ? null : (lengths.get(effect.phase) ?? 1) - 1 - effect.step,
  }));
}
