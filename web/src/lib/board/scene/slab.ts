/** The slab and its painted face. */
import {
  BufferAttribute,
  type BufferGeometry,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  Shape,
  ShapeGeometry,
  SphereGeometry,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { BoardMaterial } from '../view/finish.ts';
import { type Frame, hasOnlySites, isOnSlab, type Vec2 } from '../view/geometry.ts';
import { materialTexture } from './materials.ts';
import { paintSlabTexture, type SlabTextureOptions } from './slabTexture.ts';

const BEVEL = 0.07;
const THICKNESS = 0.42;
const CORNER = 0.28;

/** A closed shape with rounded corners. */
export function roundedShape(corners: readonly Vec2[], radius: number): Shape {
  const shape = new Shape();
  const interpolateCamera = (from: Vec2, to: Vec2, by: number): Vector2 => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const part = Math.min(by / length, 0.5);
    return new Vector2(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
  };
  for (const [n, corner] of corners.entries()) {
    const before = corners[(n + corners.length - 1) % corners.length]!;
    const after = corners[(n + 1) % corners.length]!;
    const [enter, leave] = [interpolateCamera(corner, before, radius), interpolateCamera(corner, after, radius)];
    if (n === 0) {
      shape.moveTo(enter.x, enter.y);
    } else {
      shape.lineTo(enter.x, enter.y);
    }
    shape.quadraticCurveTo(corner[0], corner[1], leave.x, leave.y);
  }
  shape.closePath();
  return shape;
}

export function slabGeometry(shape: Shape, thick: number, bevel: number, top: number): BufferGeometry {
  return new ExtrudeGeometry(shape, {
    depth: thick - bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 3,
    curveSegments: 8,
  }).translate(0, 0, top - thick);
}

export type Surface = MeshStandardMaterial | MeshLambertMaterial;

export function surfaceMaterial(mirrors: boolean, gloss: { roughness: number; metalness?: number }): Surface {
  return mirrors ? new MeshStandardMaterial(gloss) : new MeshLambertMaterial();
}

/** The shape of a board's slab, from above. */
export function slabShape(frame: Frame): Shape {
  return roundedShape(frame.outline, frame.outline.length > 12 ? 0.05 : CORNER);
}

/** How stuff takes light. */
const MATERIAL_GLOSS: Record<BoardMaterial, { roughness: number; metalness: number }> = {
  wood: { roughness: 0.52, metalness: 0 },
  felt: { roughness: 0.96, metalness: 0 },
  stone: { roughness: 0.34, metalness: 0 },
  metal: { roughness: 0.42, metalness: 0.55 },
};

export class Slab {
  readonly group = new Group();
  private readonly sides: Surface;
  private readonly face: Surface;
  private readonly brass: Surface;

  constructor(mirrors: boolean) {
    this.sides = surfaceMaterial(mirrors, { roughness: 0.5 });
    this.face = surfaceMaterial(mirrors, { roughness: 0.52 });
    this.brass = surfaceMaterial(mirrors, { roughness: 0.28, metalness: 0.9 });
    this.brass.color.set('#d9b36a');
    Object.assign(this.face, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
  }

  build(frame: Frame, look: SlabTextureOptions): void {
    this.clear();
    const shape = slabShape(frame);
    if (this.face instanceof MeshStandardMaterial) {
      Object.assign(this.face, MATERIAL_GLOSS[look.palette.material]);
    }
    this.sides.map?.dispose();
    this.sides.map = materialTexture(
      look.palette.material === 'felt' ? 'wood' : look.palette.material,
      look.palette.edge,
    );
    this.sides.map.wrapS = this.sides.map.wrapT = RepeatWrapping;
    this.sides.map.repeat.set(0.35, 0.35);
    this.sides.needsUpdate = true;
    const body = new Mesh(slabGeometry(shape, THICKNESS, BEVEL, frame.surface - 0.003), this.sides);
    body.castShadow = body.receiveShadow = true;
    this.group.add(body, this.painted(frame, shape, look));
    if (hasOnlySites(frame.board)) {
      this.group.add(this.studs(frame));
    }
  }

  private painted(frame: Frame, shape: Shape, look: SlabTextureOptions): Mesh {
    const { texture, bounds } = paintSlabTexture(frame, look);
    const [left, front, right, back] = bounds;
    const geometry = new ShapeGeometry(shape, 8);
    const place = geometry.getAttribute('position');
    const uv = new Float32Array(place.count * 2);
    for (let n = 0; n < place.count; n++) {
      uv[2 * n] = (place.getX(n) - left) / (right - left);
      uv[2 * n + 1] = (place.getY(n) - front) / (back - front);
    }
    geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    geometry.translate(0, 0, frame.surface);
    this.face.map?.dispose();
    this.face.map = texture;
    this.face.needsUpdate = true;
    const face = new Mesh(geometry, this.face);
    face.receiveShadow = true;
    return face;
  }

  /** Sites without a cell or a line are studs of brass. */
  private studs(frame: Frame): Mesh {
    const sites = frame.board.sites.filter((site) => isOnSlab(frame.board, site));
    const studs = sites.map((site) =>
      new SphereGeometry(0.14, 28, 12, 0, 7, 0, Math.PI / 2)
        .rotateX(Math.PI / 2)
        .scale(1, 1, 0.62)
        .translate(site.x, site.y, site.z),
    );
    const mesh = new Mesh(mergeGeometries(studs), this.brass);
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  }

  private clear(): void {
    for (const child of [...this.group.children]) {
      child.removeFromParent();
      (child as Mesh).geometry.dispose();
    }
  }

  close(): void {
    this.clear();
    for (const material of [this.sides, this.face, this.brass]) {
      material.map?.dispose();
      material.dispose();
    }
  }
}
