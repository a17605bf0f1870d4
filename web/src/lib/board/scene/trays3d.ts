/** The trays beside a board: hollowed rails of the board's wood, and round bowls for heaps. */
import { Group, type Material, Mesh } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { BoardLayout } from '../animation/poses.ts';
import { type BoardPalette, railColour, traySlotColour } from '../view/finish.ts';
import type { Vec2 } from '../view/geometry.ts';
import { TRAY_RIM, type TrayRail, trayPlaces, trayRails } from '../view/trays.ts';
import type { ContactShadows } from './contactShadows.ts';
import { circleOutline, type Outline, roundedOutline } from './loft.ts';
import { mattMaterial, type PlainLight } from './plainShading.ts';
import { placeRing, railEdge, railFloor, seatLine } from './rails.ts';
import { removeMeshes, scaleUv } from './slab.ts';
import { tileUnits } from './textures/surfaces.ts';
import type { Surface } from './textures/texture.ts';

const CORNER = 0.42;

export class Trays3d {
  readonly group = new Group();
  private readonly lines: Material;
  private key = '';

  constructor(
    private readonly wood: Surface,
    environment: number,
    light: PlainLight,
  ) {
    this.lines = mattMaterial(environment, light, { vertexColors: true });
  }

  /** Rebuild the trays if their pieces or the appearance of the board have changed. */
  build(layout: BoardLayout, palette: BoardPalette, colours: readonly string[]): void {
    const rails = trayRails(layout.plans, layout.slots);
    const places = [...layout.plans.values()].flatMap((plan) =>
      trayPlaces(plan, layout.slots.used(plan.tray.name)).map((spot) => ({
        spot,
        pitch: plan.pitch,
        ringed: plan.further,
      })),
    );
    const key = JSON.stringify([rails, places, layout.floor, palette.tray, palette.rim, colours]);
    if (key === this.key) {
      return;
    }
    this.key = key;
    removeMeshes(this.group);
    if (!rails.length) {
      return;
    }
    const outlines = rails.map(outlineOf);
    const stone = palette.rim.material === 'stone';
    const edges = new Mesh(mergeGeometries(outlines.map((outline) => railEdge(outline, layout.floor))), this.wood);
    edges.castShadow = true;
    const floors = outlines.map((outline, n) => {
      const [left, front, right, back] = rails[n]!.bounds;
      const own = places.filter(({ spot: [x, y] }) => x > left && x < right && y > front && y < back);
      return railFloor(outline, layout.floor, stone, own);
    });
    const [along, across] = tileUnits(layout.frame);
    for (const mesh of [edges, new Mesh(mergeGeometries(floors), this.wood)]) {
      mesh.receiveShadow = true;
      scaleUv(mesh.geometry, 1 / along, 1 / across);
      this.group.add(mesh);
    }
    const lines = rails.flatMap((rail, n) => {
      const own = rail.seat === null ? undefined : colours[rail.seat];
      return own ? [seatLine(outlines[n]!, layout.floor, traySlotColour(railColour(palette), own))] : [];
    });
    const ringed = places.filter((place) => place.ringed);
    lines.push(...ringed.map((place) => placeRing(place, layout.floor, palette.border || palette.inlay)));
    if (lines.length) {
      const mesh = new Mesh(mergeGeometries(lines), this.lines);
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }

  /** Darken the table below the trays, and the floors of trays along their walls. */
  shade(layout: BoardLayout, table: number, contacts: ContactShadows): void {
    for (const { bounds, bowl } of trayRails(layout.plans, layout.slots)) {
      const [left, front, right, back] = bounds;
      contacts.add({
        x: (left + right) / 2,
        y: (front + back) / 2,
        z: table,
        halfWidth: (right - left) / 2 + TRAY_RIM,
        halfHeight: (back - front) / 2 + TRAY_RIM,
        corner: bowl ? (right - left) / 2 + TRAY_RIM : CORNER,
        soft: 0.55,
        alpha: 0.85,
      });
    }
  }

  close(): void {
    removeMeshes(this.group);
    this.lines.dispose();
  }
}

function outlineOf({ bounds: [left, front, right, back], bowl }: TrayRail): Outline {
  if (bowl) {
    return circleOutline([(left + right) / 2, (front + back) / 2], (right - left) / 2 + TRAY_RIM, 72);
  }
  const corners: Vec2[] = [
    [left - TRAY_RIM, front - TRAY_RIM],
    [right + TRAY_RIM, front - TRAY_RIM],
    [right + TRAY_RIM, back + TRAY_RIM],
    [left - TRAY_RIM, back + TRAY_RIM],
  ];
  return roundedOutline(corners, Math.min(CORNER, (right - left) / 2 + TRAY_RIM, (back - front) / 2 + TRAY_RIM), 12);
}
