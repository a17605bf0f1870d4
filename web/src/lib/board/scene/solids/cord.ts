/** A twisted cord: a piece that is repeated from peg to peg, and the winding in which it ends around a peg. */
import { type BufferGeometry, Vector3 } from 'three';
import { CORD_RADIUS } from '../../view/cordLayers.ts';
import type { Vec3 } from '../../view/geometry.ts';
import { geometryOf, gridTriangles } from '../loft.ts';
import { joinParts, type PartMaterial, SEAT, withMaterial } from './parts.ts';

/** Length of the piece, in which the strands turn once: it continues itself. */
export const CORD_LENGTH = 0.28;
const STRANDS = 3;
const AROUND = 9;
const ROWS = 8;
/** Rows in one turn around a peg, how far the end sinks there, and how much of it goes into the neck. */
const WINDING_ROWS = 24;
const SINK = 0.024;
const TUCKED = 0.2;
/** Half of the angle between the strands of the two ends of a cord, which are seen from opposite sides. */
const WINDING_PHASE = Math.PI / 6;
/** Of a row and of a strand's width: the distance between the points from which a normal is computed. */
const NORMAL_STEP = 1e-3;
/** Tinted, because a white strand outshines the seat's colour. */
const PALE: PartMaterial = { colour: '#f3e8d4', roughness: 0.75, seatShare: 0.25 };

/** Return how far the middle of a cord is from the axis of a peg with a given radius. */
export function windingRadius(pegRadius: number): number {
  return pegRadius + CORD_RADIUS * 0.85;
}

/** Return a length of cord along x around the origin. Without colour, seats differ by a pale strand. */
export function cordGeometry(pale: boolean): BufferGeometry {
  return strands(pale, { rows: ROWS, turns: 1, phase: 0 }, (along, angle, radius) => [
    (along - 0.5) * CORD_LENGTH,
    Math.cos(angle) * radius,
    Math.sin(angle) * radius,
  ]);
}

/**
 * Return the end of a cord around a peg with a given radius: it leaves the neck, winds once around it and continues
 * along x, at the side of the peg where y is the radius of the winding.
 */
export function windingGeometry(pegRadius: number, pale: boolean): BufferGeometry {
  const turns = (2 * Math.PI * windingRadius(pegRadius)) / CORD_LENGTH;
  return strands(pale, { rows: WINDING_ROWS, turns, phase: WINDING_PHASE }, (along, angle, radius) => {
    const inside = Math.max(0, 1 - along / TUCKED) ** 2;
    const ring = windingRadius(pegRadius) - inside * 2.2 * CORD_RADIUS;
    const turn = Math.PI / 2 + 2 * Math.PI * (1 - along);
    const out = ring + Math.cos(angle) * radius;
    return [Math.cos(turn) * out, Math.sin(turn) * out, Math.sin(angle) * radius - SINK * (1 - along)];
  });
}

/** Where a point of the surface lies: the way along the cord from 0 to 1, and its direction and distance from the middle. */
type Placing = (along: number, angle: number, radius: number) => Vec3;

interface Twist {
  rows: number;
  /** How often the strands turn round each other, and by which angle they are turned at the end. */
  turns: number;
  phase: number;
}

function strands(pale: boolean, twist: Twist, place: Placing): BufferGeometry {
  const all = Array.from({ length: STRANDS }, (_, n) =>
    withMaterial(strand(n, twist, place), pale && n === 0 ? PALE : SEAT, 0),
  );
  return joinParts(...all);
}

/** Return one strand: a third of the surface of the cord, raised between two grooves and twisted around it. */
function strand(n: number, { rows, turns, phase }: Twist, place: Placing): BufferGeometry {
  const sides = AROUND / STRANDS;
  const at = (along: number, across: number) =>
    place(
      along,
      ((n + across) / STRANDS + (along - 1) * turns) * 2 * Math.PI + phase,
      CORD_RADIUS * (0.74 + 0.26 * Math.sin(Math.PI * across)),
    );
  const [places, normals]: [number[], number[]] = [[], []];
  for (let row = 0; row <= rows; row++) {
    for (let side = 0; side <= sides; side++) {
      const [along, across] = [row / rows, side / sides];
      places.push(...at(along, across));
      normals.push(...normalAt(at, along, across));
    }
  }
  return geometryOf(
    new Float32Array(places),
    new Float32Array(normals),
    new Float32Array((places.length / 3) * 2),
    gridTriangles(sides + 1, rows + 1),
  );
}

/**
 * Return the normal of a surface from points around it: the same at the end of a piece and at the start of the next.
 */
function normalAt(at: (along: number, across: number) => Vec3, along: number, across: number): Vec3 {
  const run = new Vector3(...at(along + NORMAL_STEP, across)).sub(new Vector3(...at(along - NORMAL_STEP, across)));
  const round = new Vector3(...at(along, across + NORMAL_STEP)).sub(new Vector3(...at(along, across - NORMAL_STEP)));
  return round.cross(run).normalize().toArray();
}
