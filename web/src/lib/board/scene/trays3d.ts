/** The trays beside a board: shallow boxes with a rim, lined with cloth, with a ring for every place in the colour of its seat. */
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  Path,
  RingGeometry,
  ShapeGeometry,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { BoardLayout } from '../animation/poses.ts';
import { type BoardColours, traySlotColour } from '../view/finish.ts';
import type { Vec2 } from '../view/geometry.ts';
import { TRAY_RIM, trayBounds, trayPlaces } from '../view/trays.ts';
import { roundedShape, type Surface, surfaceMaterial } from './slab.ts';

const HEIGHT = 0.13;
const BEVEL = 0.018;
const CORNER = 0.24;

export class Trays3d {
  readonly group = new Group();
  private readonly rims: Surface;
  private readonly cloth: Surface;
  private readonly rings = new MeshLambertMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
  private key = '';

  constructor(mirrors: boolean) {
    this.rims = surfaceMaterial(mirrors, { roughness: 0.5 });
    this.cloth = surfaceMaterial(mirrors, { roughness: 0.95 });
  }

  /** Follows the pieces out of play, and the look of the board. */
  build(layout: BoardLayout, palette: BoardColours, colours: readonly string[]): void {
    const trays = [...layout.plans.values()].map((plan) => {
      const used = layout.slots.used(plan.tray.name);
      return {
        bounds: trayBounds(plan, used),
        places: trayPlaces(plan, used),
        seat: plan.tray.seat,
        pitch: plan.pitch,
      };
    });
    const key = JSON.stringify([trays, layout.floor, palette, colours]);
    if (key === this.key) {
      return;
    }
    this.key = key;
    this.clear();
    if (!trays.length) {
      return;
    }
    this.rims.color.set(palette.edge);
    this.cloth.color.set(palette.tray);
    const rims = new Mesh(mergeGeometries(trays.map(({ bounds }) => rimGeometry(bounds, layout.floor))), this.rims);
    const cloths = trays.map(({ bounds }) =>
      new ShapeGeometry(box(bounds, 0), 8).translate(0, 0, layout.floor - 0.004),
    );
    const cloth = new Mesh(mergeGeometries(cloths), this.cloth);
    rims.castShadow = rims.receiveShadow = cloth.receiveShadow = true;
    const rings = trays.flatMap(({ places, seat, pitch }) => {
      const own = seat === null ? undefined : colours[seat];
      return places.map(([x, y]) => ringOf(x, y, layout.floor, pitch * 0.4, traySlotColour(palette, own)));
    });
    const places = new Mesh(mergeGeometries(rings), this.rings);
    places.receiveShadow = true;
    this.group.add(rims, cloth, places);
  }

  private clear(): void {
    for (const child of [...this.group.children]) {
      child.removeFromParent();
      (child as Mesh).geometry.dispose();
    }
  }

  close(): void {
    this.clear();
    for (const material of [this.rims, this.cloth, this.rings]) {
      material.dispose();
    }
  }
}

type Bounds = readonly [left: number, front: number, right: number, back: number];

function box([left, front, right, back]: Bounds, wider: number) {
  const corners: Vec2[] = [
    [left - wider, front - wider],
    [right + wider, front - wider],
    [right + wider, back + wider],
    [left - wider, back + wider],
  ];
  return roundedShape(corners, CORNER + wider);
}

function rimGeometry(bounds: Bounds, floor: number): BufferGeometry {
  const shape = box(bounds, TRAY_RIM - BEVEL);
  shape.holes.push(new Path(box(bounds, 0).getPoints(8)));
  return new ExtrudeGeometry(shape, {
    depth: HEIGHT,
    bevelSize: BEVEL,
    bevelThickness: BEVEL,
    bevelSegments: 2,
    curveSegments: 8,
  }).translate(0, 0, floor - 0.08);
}

function ringOf(x: number, y: number, floor: number, radius: number, colour: string): BufferGeometry {
  const ring = new RingGeometry(radius - 0.022, radius, 36).translate(x, y, floor);
  const tint = new Color(colour);
  const count = ring.getAttribute('position').count;
  const tints = new Float32Array(count * 3);
  for (let n = 0; n < count; n++) {
    tint.toArray(tints, 3 * n);
  }
  return ring.setAttribute('color', new BufferAttribute(tints, 3));
}
