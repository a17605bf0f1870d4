/** The slab, its painted face, and the plates of the trays. */
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
import { type Frame, onSlab, type Spot } from '../geometry.ts';
import type { Table } from '../poses.ts';
import { plateOf } from '../trays.ts';
import { type FaceLook, paintFace, woodTexture } from './textures.ts';

const BEVEL = 0.07;
const THICK = 0.42;
const CORNER = 0.28;

/** A closed shape with rounded corners. */
function rounded(corners: readonly Spot[], radius: number): Shape {
  const shape = new Shape();
  const between = (from: Spot, to: Spot, by: number): Vector2 => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const part = Math.min(by / length, 0.5);
    return new Vector2(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
  };
  for (const [n, corner] of corners.entries()) {
    const before = corners[(n + corners.length - 1) % corners.length]!;
    const after = corners[(n + 1) % corners.length]!;
    const [enter, leave] = [between(corner, before, radius), between(corner, after, radius)];
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

function slabOf(shape: Shape, thick: number, bevel: number, top: number): BufferGeometry {
  return new ExtrudeGeometry(shape, {
    depth: thick - bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 3,
    curveSegments: 8,
  }).translate(0, 0, top - thick);
}

type Surface = MeshStandardMaterial | MeshLambertMaterial;

function surface(mirrors: boolean, gloss: { roughness: number; metalness?: number }): Surface {
  return mirrors ? new MeshStandardMaterial(gloss) : new MeshLambertMaterial();
}

export class Slab {
  readonly group = new Group();
  private readonly sides: Surface;
  private readonly face: Surface;
  private readonly plates: Surface;
  private readonly brass: Surface;
  private trays: Mesh | null = null;
  private trayKey = '';

  constructor(mirrors: boolean) {
    this.sides = surface(mirrors, { roughness: 0.5 });
    this.face = surface(mirrors, { roughness: 0.52 });
    this.plates = surface(mirrors, { roughness: 0.75 });
    this.brass = surface(mirrors, { roughness: 0.28, metalness: 0.9 });
    this.brass.color.set('#d9b36a');
    Object.assign(this.face, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
  }

  build(frame: Frame, look: FaceLook): void {
    this.clear();
    const corner = frame.outline.length > 12 ? 0.05 : CORNER;
    const shape = rounded(frame.outline, corner);
    this.sides.map?.dispose();
    this.sides.map = woodTexture(look.wood.edge);
    this.sides.map.wrapS = this.sides.map.wrapT = RepeatWrapping;
    this.sides.map.repeat.set(0.35, 0.35);
    this.sides.needsUpdate = true;
    this.plates.color.set(look.wood.tray);
    const body = new Mesh(slabOf(shape, THICK, BEVEL, frame.surface - 0.003), this.sides);
    body.castShadow = body.receiveShadow = true;
    this.group.add(body, this.painted(frame, shape, look));
    if (!frame.board.cells.length && !frame.board.lines.length) {
      this.group.add(this.studs(frame));
    }
  }

  private painted(frame: Frame, shape: Shape, look: FaceLook): Mesh {
    const { texture, bounds } = paintFace(frame, look);
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
    const sites = frame.board.sites.filter((site) => onSlab(frame.board, site));
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

  /** The plates below the pieces out of play; true if they have changed. */
  follow(table: Table): boolean {
    const plates = [...table.plans.values()].map((plan) => plateOf(plan, table.slots.used(plan.tray.name)));
    const key = JSON.stringify(plates);
    if (key === this.trayKey) {
      return false;
    }
    this.trayKey = key;
    this.trays?.geometry.dispose();
    this.trays?.removeFromParent();
    this.trays = null;
    if (plates.length) {
      const solids = plates.map(([left, front, right, back]) =>
        slabOf(
          rounded(
            [
              [left, front],
              [right, front],
              [right, back],
              [left, back],
            ],
            0.22,
          ),
          0.08,
          0.03,
          table.floor - 0.002,
        ),
      );
      this.trays = new Mesh(mergeGeometries(solids), this.plates);
      this.trays.receiveShadow = true;
      this.group.add(this.trays);
    }
    return true;
  }

  private clear(): void {
    for (const child of [...this.group.children]) {
      if (child !== this.trays) {
        child.removeFromParent();
        (child as Mesh).geometry.dispose();
      }
    }
  }

  close(): void {
    this.clear();
    this.trays?.geometry.dispose();
    for (const material of [this.sides, this.face, this.plates, this.brass]) {
      material.map?.dispose();
      material.dispose();
    }
  }
}
