/** The board itself: its face, its edge or frame, and the pegs on it. */
import {
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  Shape,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Board } from '#lib/net/types.ts';
import type { BoardPalette } from '../view/finish.ts';
import { boundsOf, distance, FRAME_WIDTH, type Frame, type Vec2, widen } from '../view/geometry.ts';
import {
  cap,
  circleOutline,
  geometryOf,
  gridIndex,
  loft,
  type Outline,
  type ProfilePoint,
  roundedOutline,
  roundProfile,
} from './loft.ts';
import { pegGeometry } from './pegs.ts';
import { occludeByBalls, type Surroundings } from './pieceShading.ts';
import { plainMaterial } from './plainShading.ts';
import type { QualityLevel } from './quality.ts';
import { bake } from './textures/bake.ts';
import { TILE_UNITS } from './textures/surfaces.ts';
import { disposeMaps, makeSurface, type Surface, setPaintedMaps, setPlainMaps } from './textures/texture.ts';

const BEVEL = 0.13;
/** Radius of the corners of a square board; those of others are five times as round. */
export const CORNER = 0.3;
/** Height of a raised frame above the face. */
const FRAME_HEIGHT = 0.1;
/** Radius and depth of the hollows that balls lie in. */
const HOLLOW_RADIUS = 0.36;
const HOLLOW_DEPTH = 0.15;
const HOLLOW_GRID = 96;
const PLAIN_HOLLOW_GRID = 56;

type SlabEffort = Pick<QualityLevel, 'face' | 'detail' | 'environment' | 'bump' | 'occlusion'>;

/** A closed shape with the given corners, for layers over the face. */
export function slabShape(frame: Frame): Shape {
  const { points } = faceOutline(frame);
  return new Shape(points.map(([x, y]) => new Vector2(x, y)));
}

/** Return the outline of the whole board, with its round corners. */
function faceOutline(frame: Frame): Outline {
  const [first] = frame.outline;
  return frame.board.outline === 'round' && first
    ? circleOutline(frame.centre, Math.hypot(first[0] - frame.centre[0], first[1] - frame.centre[1]), 128)
    : roundedOutline(frame.outline, frame.board.outline === 'square' ? CORNER : CORNER * 5, 12);
}

export class Slab {
  readonly group = new Group();
  private readonly face: Surface;
  private readonly edge: Surface;
  private readonly brass: Material;
  private faceKey = '';
  private edgeKey = '';

  constructor(
    private readonly effort: SlabEffort,
    private readonly around: Surroundings,
    /** Called when textures are being painted. */
    private readonly onPainting: (painted: Promise<unknown>) => void,
  ) {
    this.face = makeSurface(effort.environment, around, 0.22);
    this.edge = makeSurface(effort.environment, around, 0.4);
    this.brass = effort.environment
      ? new MeshStandardMaterial({ color: '#d6ad5f', roughness: 0.28, metalness: 0.88 })
      : plainMaterial(around, { color: '#a8803c', gloss: 0.4 });
    setPlainMaps(this.face, '#808080', effort.bump);
    setPlainMaps(this.edge, '#808080', effort.bump);
  }

  /** Material of edges and frames, which trays share. */
  get edgeMaterial(): Surface {
    return this.edge;
  }

  build(frame: Frame, palette: BoardPalette, colours: readonly string[]): void {
    removeMeshes(this.group);
    const hollows = frame.board.cells.some((cell) => cell.shade === 'hollow');
    occludeByBalls(this.face, this.around, this.effort.occlusion && hollows);
    const whole = faceOutline(frame);
    const inset = palette.frame ? FRAME_WIDTH : BEVEL;
    const sides = new Mesh(sidesGeometry(frame, whole, palette), this.edge);
    const face = new Mesh(
      hollows
        ? hollowFace(frame, whole, inset, this.effort.environment ? HOLLOW_GRID : PLAIN_HOLLOW_GRID)
        : cap(whole, inset, frame.surface),
      this.face,
    );
    sides.castShadow = sides.receiveShadow = face.receiveShadow = true;
    // An even number of mirrored tiles closes without a seam.
    const around = whole.lengths.at(-1)!;
    scaleUv(sides.geometry, (2 * Math.round(around / TILE_UNITS / 2)) / around, 1 / TILE_UNITS);
    fitUv(face.geometry, frame.bounds);
    this.group.add(sides, face);
    if (frame.board.appearance.sites === 'peg') {
      const pegs = new Mesh(pegGeometry(frame.board.sites), this.brass);
      pegs.castShadow = pegs.receiveShadow = true;
      this.group.add(pegs);
    }
    this.paintEdge(palette);
    this.paintFace(frame, palette, colours, inset);
  }

  private paintFace(frame: Frame, palette: BoardPalette, colours: readonly string[], inset: number): void {
    const { sites, cells, lines, arcs, appearance } = frame.board;
    const job = {
      is: 'face',
      board: { sites, cells, lines, arcs, appearance } satisfies Partial<Board>,
      outline: widen(frame.outline, -inset),
      bounds: frame.bounds,
      palette,
      colours: cells.length ? colours : [],
      pixels: this.effort.face,
      detail: this.effort.detail,
    } as const;
    const key = JSON.stringify(job);
    if (key === this.faceKey) {
      return;
    }
    this.faceKey = key;
    setPlainMaps(this.face, palette.slab, this.effort.bump);
    const [left, front, right, back] = frame.bounds;
    this.around.boardBounds.value.set(left, front, right, back);
    this.around.boardMap.value = this.face.map!;
    this.onPainting(
      bake(job).then((maps) => {
        if (key === this.faceKey) {
          setPaintedMaps(this.face, maps, { bump: this.effort.bump });
          this.around.boardMap.value = this.face.map!;
        }
      }),
    );
  }

  private paintEdge(palette: BoardPalette): void {
    const job = { is: 'tile', species: palette.rim, pixels: Math.min(1024, this.effort.detail) } as const;
    const key = JSON.stringify(job);
    if (key === this.edgeKey) {
      return;
    }
    this.edgeKey = key;
    setPlainMaps(this.edge, palette.edge, this.effort.bump);
    this.onPainting(
      bake(job).then((maps) => {
        if (key === this.edgeKey) {
          setPaintedMaps(this.edge, maps, { wrapping: MirroredRepeatWrapping, bump: this.effort.bump });
        }
      }),
    );
  }

  close(): void {
    this.faceKey = this.edgeKey = '';
    removeMeshes(this.group);
    disposeMaps(this.face);
    disposeMaps(this.edge);
    for (const material of [this.face, this.edge, this.brass]) {
      material.dispose();
    }
  }
}

/** Remove the meshes of a group, and their geometries. */
export function removeMeshes(group: Group): void {
  for (const child of [...group.children]) {
    child.removeFromParent();
    (child as Mesh).geometry.dispose();
  }
}

/** The side of a slab with a round upper edge, or with a frame that rises above the face. */
function sidesGeometry({ surface, thickness }: Frame, outline: Outline, { frame }: BoardPalette): BufferGeometry {
  const foot = surface - thickness;
  const below: ProfilePoint[] = [
    [0.1, foot],
    [0.03, foot + 0.03],
    [0, foot + 0.09],
  ];
  if (!frame) {
    return loft(outline, [...below, ...roundProfile([0, surface - BEVEL], [BEVEL, surface])]);
  }
  const top = surface + FRAME_HEIGHT;
  return loft(outline, [
    ...below,
    ...roundProfile([0, top - 0.13], [0.13, top]),
    ...roundProfile([FRAME_WIDTH - 0.06, top], [FRAME_WIDTH, top - 0.06], 4, false),
    [FRAME_WIDTH, top - 0.06],
    [FRAME_WIDTH, surface - 0.01],
  ]);
}

/** A face that is sunk into spherical hollows: a flat border around a fine grid. */
function hollowFace(frame: Frame, outline: Outline, inset: number, steps: number): BufferGeometry {
  const { surface, board } = frame;
  const hollows = board.cells.map(({ site }): Vec2 => [board.sites[site]!.x, board.sites[site]!.y]);
  const [left, front, right, back] = boundsOf(hollows).map((value, n) => value + (n < 2 ? -0.5 : 0.5)) as [
    number,
    number,
    number,
    number,
  ];
  const count = (steps + 1) ** 2;
  const [place, normal, uv] = [new Float32Array(count * 3), new Float32Array(count * 3), new Float32Array(count * 2)];
  for (let row = 0, n = 0; row <= steps; row++) {
    for (let column = 0; column <= steps; column++, n++) {
      const [x, y] = [left + ((right - left) * column) / steps, front + ((back - front) * row) / steps];
      const nearest = hollows.reduce((a, b) => (distance(a, [x, y]) <= distance(b, [x, y]) ? a : b));
      const [dx, dy] = [x - nearest[0], y - nearest[1]];
      const off = Math.hypot(dx, dy);
      const turn = (Math.PI * Math.min(off, HOLLOW_RADIUS)) / HOLLOW_RADIUS;
      // A smooth edge hides the grid.
      const down = HOLLOW_DEPTH * (0.5 + 0.5 * Math.cos(turn));
      place.set([x, y, surface - down], 3 * n);
      const slope = ((HOLLOW_DEPTH * 0.5 * Math.PI) / HOLLOW_RADIUS) * Math.sin(turn);
      const length = Math.hypot(slope, 1);
      const [ux, uy] = off > 1e-6 ? [dx / off, dy / off] : [0, 0];
      normal.set([(-ux * slope) / length, (-uy * slope) / length, 1 / length], 3 * n);
      uv.set([x, y], 2 * n);
    }
  }
  const grid = geometryOf(place, normal, uv, gridIndex(steps + 1, steps + 1));
  return mergeGeometries([grid, border(outline, inset, surface, [left, front, right, back])]);
}

/** The flat part between the edge of a face and a rectangle inside it. */
function border(
  outline: Outline,
  inset: number,
  z: number,
  inner: readonly [number, number, number, number],
): BufferGeometry {
  const [left, front, right, back] = inner;
  const rim = outline.points.map(
    ([x, y], n): Vec2 => [x - outline.normals[n]![0] * inset, y - outline.normals[n]![1] * inset],
  );
  const inside = rim.map(
    (spot): Vec2 => [Math.min(right, Math.max(left, spot[0])), Math.min(back, Math.max(front, spot[1]))],
  );
  const spots = [...rim, ...inside];
  return geometryOf(
    new Float32Array(spots.flatMap(([x, y]) => [x, y, z])),
    new Float32Array(spots.flatMap(() => [0, 0, 1])),
    new Float32Array(spots.flat()),
    gridIndex(rim.length, 2),
  );
}

/** Texture coordinates of a part of the board: from 0 to 1 over its bounds, the first row at the back. */
function fitUv(geometry: BufferGeometry, [left, front, right, back]: Frame['bounds']): void {
  const uv = geometry.getAttribute('uv');
  for (let n = 0; n < uv.count; n++) {
    uv.setXY(n, (uv.getX(n) - left) / (right - left), (back - uv.getY(n)) / (back - front));
  }
}

export function scaleUv(geometry: BufferGeometry, u: number, v = u): void {
  const uv = geometry.getAttribute('uv');
  for (let n = 0; n < uv.count; n++) {
    uv.setXY(n, uv.getX(n) * u, uv.getY(n) * v);
  }
}
