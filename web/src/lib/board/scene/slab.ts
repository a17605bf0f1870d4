/** The board itself: its face, and its edge or frame. */
import {
  type BufferGeometry,
  Group,
  Matrix3,
  Mesh,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  Shape,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Board } from '#lib/net/types.ts';
import type { BoardPalette } from '../view/finish.ts';
import { boundsOf, type Frame, type Vec2, widen } from '../view/geometry.ts';
import {
  circleOutline,
  flatCap,
  geometryOf,
  gridTriangles,
  loft,
  mapUv,
  type Outline,
  type ProfilePoint,
  roundedOutline,
  roundProfile,
  shaded,
} from './loft.ts';
import { type Surroundings, shadeFace } from './pieceShading.ts';
import type { QualityLevel } from './quality.ts';
import { bake } from './textures/bake.ts';
import { tileUnits } from './textures/surfaces.ts';
import { disposeMaps, makeSurface, type Surface, setPaintedMaps, setPlainMaps } from './textures/texture.ts';

const BEVEL = 0.13;
/** Radius of the corners of a square board; on other boards it is five times as large. */
export const CORNER = 0.3;
/** Height of a raised frame above the face. */
const FRAME_HEIGHT = 0.1;
/** How far the top of a frame is above its outer and above its inner edge. */
const FRAME_SHOULDER = 0.15;
const FRAME_DROP = 0.07;
const FRAME_STEPS = 14;
/** Hollows for balls: part of a sphere as large as a ball, with a rounded edge. */
const BALL_RADIUS = 0.5;
const HOLLOW_RADIUS = 0.345;
const EDGE_RADIUS = 0.38;
const RINGS = [0, 0.1, 0.19, 0.26, 0.31, HOLLOW_RADIUS, 0.357, 0.368, EDGE_RADIUS] as const;
/** Steps around a hollow, a multiple of eight; fewer where the light is plain or where there are many hollows. */
const HOLLOW_STEPS = 48;
const FEW_HOLLOW_STEPS = 24;
const MANY_HOLLOWS = 30;

type SlabEffort = Pick<QualityLevel, 'face' | 'detail' | 'environment' | 'bump' | 'occlusion'>;

/** Return a closed shape with the given corners, for layers over the face. */
export function slabShape(frame: Frame): Shape {
  const { points } = faceOutline(frame);
  return new Shape(points.map(([x, y]) => new Vector2(x, y)));
}

/** Return the outline of the whole board, with its round corners. */
function faceOutline(frame: Frame): Outline {
  const [first] = frame.outline;
  return frame.board.outline === 'round' && first
    ? circleOutline(frame.centre, Math.hypot(first[0] - frame.centre[0], first[1] - frame.centre[1]), 128)
    : roundedOutline(frame.outline, cornerRadius(frame), 12);
}

function cornerRadius({ board }: Frame): number {
  return board.outline === 'square' ? CORNER : CORNER * 5;
}

export class Slab {
  readonly group = new Group();
  private readonly face: Surface;
  private readonly edge: Surface;
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
    this.edge.vertexColors = true;
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
    if (this.face instanceof MeshStandardMaterial) {
      shadeFace(this.face, this.around, this.effort.occlusion && hollows);
    }
    const whole = faceOutline(frame);
    const inset = palette.frame ? frame.frameWidth : BEVEL;
    const sides = new Mesh(sidesGeometry(frame, whole, palette), this.edge);
    const face = new Mesh(
      hollows ? hollowFace(frame, whole, inset, this.effort.environment > 0) : flatCap(whole, inset, frame.surface),
      this.face,
    );
    sides.castShadow = sides.receiveShadow = face.receiveShadow = true;
    // An even number of mirrored tiles closes without a seam.
    const around = whole.lengths.at(-1)!;
    const [along, across] = tileUnits(frame);
    scaleUv(sides.geometry, (2 * Math.max(1, Math.round(around / along / 2))) / around, 1 / across);
    fitUv(face.geometry, frame.bounds);
    this.group.add(sides, face);
    this.paintEdge(palette);
    this.paintFace(frame, palette, colours, inset);
  }

  private paintFace(frame: Frame, palette: BoardPalette, colours: readonly string[], inset: number): void {
    const { sites, cells, lines, arcs, appearance } = frame.board;
    const job = {
      is: 'face',
      board: { sites, cells, lines, arcs, appearance } satisfies Partial<Board>,
      outline: widen(frame.outline, -inset),
      corner: Math.max(0, cornerRadius(frame) - inset),
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
    for (const material of [this.face, this.edge]) {
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

/** Return the side of a slab with a round upper edge, or with a frame that rises above the face. */
function sidesGeometry(
  { surface, thickness, frameWidth }: Frame,
  outline: Outline,
  { frame }: BoardPalette,
): BufferGeometry {
  const foot = surface - thickness;
  const top = surface + FRAME_HEIGHT;
  const below: ProfilePoint[] = [
    [0.1, foot],
    [0.03, foot + 0.03],
    [0, foot + 0.09],
  ];
  const profile: ProfilePoint[] = frame
    ? [...below, ...domeProfile(top, frameWidth), [frameWidth, top - FRAME_DROP], [frameWidth, surface - 0.01]]
    : [...below, ...roundProfile([0, surface - BEVEL], [BEVEL, surface])];
  // Less light reaches the foot, and the corner between frame and face.
  const light = profile.map((_, row) => (row < 2 || (frame && row === profile.length - 1) ? 0.5 : 1));
  return shaded(loft(outline, profile), outline.points.length, (row) => light[row]!);
}

/** Return the profile of a frame: flat over most of its width, round and steep outside and inside. */
function domeProfile(top: number, width: number): ProfilePoint[] {
  return Array.from({ length: FRAME_STEPS + 1 }, (_, k): ProfilePoint => {
    const angle = Math.PI * (1 - k / FRAME_STEPS);
    const [along, up] = [Math.cos(angle), Math.sin(angle)];
    const round = Math.sign(along) * Math.abs(along) ** 0.8;
    const drop = along < 0 ? FRAME_SHOULDER : FRAME_DROP;
    return [(width / 2) * (1 + round), top - drop * (1 - up ** 0.55)];
  });
}

/** Return a face with spherical hollows and the flat border around them. */
function hollowFace(frame: Frame, outline: Outline, inset: number, fine: boolean): BufferGeometry {
  const { surface, board } = frame;
  const hollows = board.cells.map(({ site }): Vec2 => [board.sites[site]!.x, board.sites[site]!.y]);
  const steps = fine && hollows.length < MANY_HOLLOWS ? HOLLOW_STEPS : FEW_HOLLOW_STEPS;
  const inner = boundsOf(hollows).map((value, n) => value + (n < 2 ? -0.5 : 0.5)) as [number, number, number, number];
  return mergeGeometries([
    ...hollows.map((spot) => hollowSquare(spot, surface, steps)),
    border(outline, inset, surface, inner),
  ]);
}

/** Return a square of one unit around a hollow, in rings from its middle. */
function hollowSquare([x, y]: Vec2, surface: number, steps: number): BufferGeometry {
  const place: number[] = [];
  const normal: number[] = [];
  const uv: number[] = [];
  for (const ring of [...RINGS, null]) {
    for (let step = 0; step <= steps; step++) {
      const angle = (-2 * Math.PI * step) / steps;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const off = ring ?? 0.5 / Math.max(Math.abs(cos), Math.abs(sin));
      const [height, slope] = hollowAt(off);
      const length = Math.hypot(slope, 1);
      place.push(x + off * cos, y + off * sin, surface + height);
      uv.push(x + off * cos, y + off * sin);
      normal.push((-cos * slope) / length, (-sin * slope) / length, 1 / length);
    }
  }
  return geometryOf(
    new Float32Array(place),
    new Float32Array(normal),
    new Float32Array(uv),
    gridTriangles(steps + 1, RINGS.length + 1),
  );
}

/** Return height and slope of a hollow at a distance from its middle. */
function hollowAt(off: number): [height: number, slope: number] {
  const rise = (at: number) => -Math.sqrt(BALL_RADIUS ** 2 - at ** 2);
  const steepest = -HOLLOW_RADIUS / rise(HOLLOW_RADIUS);
  const edge = EDGE_RADIUS - HOLLOW_RADIUS;
  const outside = Math.max(0, EDGE_RADIUS - off);
  if (off >= HOLLOW_RADIUS) {
    return [(-steepest * outside ** 2) / (2 * edge), (steepest * outside) / edge];
  }
  return [rise(off) - rise(HOLLOW_RADIUS) - (steepest * edge) / 2, -off / rise(off)];
}

/** Return the flat part between the edge of a face and a rectangle inside it. */
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
    gridTriangles(rim.length, 2),
  );
}

/** Set texture coordinates of a part of the board: from 0 to 1 over its bounds, the first row at the back. */
function fitUv(geometry: BufferGeometry, [left, front, right, back]: Frame['bounds']): void {
  const [across, deep] = [1 / (right - left), 1 / (back - front)];
  mapUv(geometry, new Matrix3(across, 0, -left * across, 0, -deep, back * deep, 0, 0, 1));
}

export function scaleUv(geometry: BufferGeometry, u: number, v: number): void {
  mapUv(geometry, new Matrix3().makeScale(u, v));
}
