/** A twisted cord: a short piece that is repeated from peg to peg, and a loop around a peg. */
import type { BufferGeometry } from 'three';
import { geometryOf, gridIndex } from '../loft.ts';
import { assemble, part, SEAT, type Stuff } from './parts.ts';

export const CORD_RADIUS = 0.025;
/** Length of the piece, in which the strands turn by one third: it continues itself. */
export const CORD_LENGTH = 0.15;
const STRANDS = 3;
const AROUND = 12;
const ALONG = 6;
/** Tinted, because a white strand outshines the seat's colour. */
const PALE: Stuff = { colour: '#efe3cd', roughness: 0.75, seatShare: 0.6 };

/** A piece along x around the origin. Without colour, seats differ by a pale strand. */
export function cordGeometry(pale: boolean): BufferGeometry {
  const strands = Array.from({ length: STRANDS }, (_, n) =>
    part(
      strand(n, (along, angle, radius) => [
        (along - 0.5) * CORD_LENGTH,
        Math.cos(angle) * radius,
        Math.sin(angle) * radius,
      ]),
      pale && n === 0 ? PALE : SEAT,
      0,
    ),
  );
  return assemble(...strands);
}

/** A loop of cord around a peg of a radius. */
export function loopGeometry(pegRadius: number, pale: boolean): BufferGeometry {
  const ring = pegRadius + CORD_RADIUS * 0.8;
  const pieces = 4;
  const parts = Array.from({ length: pieces * STRANDS }, (_, k) =>
    part(
      strand(k % STRANDS, (along, angle, radius) => {
        const turn = ((Math.floor(k / STRANDS) + along) / pieces) * 2 * Math.PI;
        const out = ring + Math.cos(angle) * radius;
        return [Math.cos(turn) * out, Math.sin(turn) * out, Math.sin(angle) * radius];
      }),
      pale && k % STRANDS === 0 ? PALE : SEAT,
      0,
    ),
  );
  return assemble(...parts);
}

type Placing = (along: number, angle: number, radius: number) => readonly [number, number, number];

/** A third of the surface of the cord, which bulges between two grooves. */
function strand(n: number, place: Placing): BufferGeometry {
  const sides = AROUND / STRANDS;
  const places: number[] = [];
  for (let row = 0; row <= ALONG; row++) {
    for (let side = 0; side <= sides; side++) {
      const across = side / sides;
      const angle = ((n + across + row / ALONG) / STRANDS) * 2 * Math.PI;
      places.push(...place(row / ALONG, angle, CORD_RADIUS * (0.8 + 0.2 * Math.sin(Math.PI * across))));
    }
  }
  const count = places.length / 3;
  const geometry = geometryOf(
    new Float32Array(places),
    new Float32Array(places.length),
    new Float32Array(count * 2),
    gridIndex(sides + 1, ALONG + 1),
  );
  geometry.computeVertexNormals();
  return geometry;
}
