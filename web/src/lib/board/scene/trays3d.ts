/** The trays beside a board: hollowed rails of the board's wood, and round bowls for heaps. */
import { BufferAttribute, type BufferGeometry, Color, Group, type Material, Mesh } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { mix, shade } from '#lib/theme/colour.ts';
import type { BoardLayout } from '../animation/poses.ts';
import { type BoardPalette, railColour, traySlotColour } from '../view/finish.ts';
import type { Vec2 } from '../view/geometry.ts';
import { TRAY_RIM, type TrayRail, trayPlaces, trayRails } from '../view/trays.ts';
import type { ContactShadows } from './contactShadows.ts';
import {
  cap,
  circleOutline,
  loft,
  type Outline,
  type ProfilePoint,
  roundedOutline,
  roundProfile,
  shaded,
} from './loft.ts';
import { mattMaterial, type PlainLight } from './plainShading.ts';
import { removeMeshes, scaleUv } from './slab.ts';
import { tileUnits } from './textures/surfaces.ts';
import type { Surface } from './textures/texture.ts';

/** Height of the rim above the floor of a tray, and depth of the foot below it. */
const RIM_HEIGHT = 0.12;
const FOOT = 0.09;
const CORNER = 0.42;
/** A thin ring around the floor in the colour of the seat. */
const LINE_WIDTH = 0.018;
/** A place without a piece is a shallow groove: its radius in pitches, its width, and the edge that catches light. */
const PLACE_RADIUS = 0.4;
const GROOVE_WIDTH = 0.018;
const GROOVE_EDGE = 0.008;
const PLACE_STEPS = 40;
/** Stone on a floor is turned and enlarged, or it would show the mirror images of its tiles beside each other. */
const STONE_TURN = 0.3;
const STONE_SCALE = 0.4;
/** Light that reaches the foot of the inner wall, and the floor. */
const WALL_LIGHT = 0.5;
const FLOOR_LIGHT = 0.9;

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

  /** Follow the pieces out of play, and the look of the board. */
  build(layout: BoardLayout, palette: BoardPalette, colours: readonly string[]): void {
    const rails = trayRails(layout.plans, layout.slots);
    const places = [...layout.plans.values()].map((plan) => ({
      spots: trayPlaces(plan, layout.slots.used(plan.tray.name)),
      radius: PLACE_RADIUS * plan.pitch,
    }));
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
    const bodies = outlines.map((outline) => railGeometry(outline, layout.floor, stone));
    const body = new Mesh(mergeGeometries(bodies), this.wood);
    body.castShadow = body.receiveShadow = true;
    const [along, across] = tileUnits(layout.frame);
    scaleUv(body.geometry, 1 / along, 1 / across);
    this.group.add(body);
    const lines = rails.flatMap((rail, n) => {
      const own = rail.seat === null ? undefined : colours[rail.seat];
      return own ? [seatLine(outlines[n]!, layout.floor, traySlotColour(railColour(palette), own))] : [];
    });
    const wood = railColour(palette);
    for (const { spots, radius } of places) {
      lines.push(...spots.map((spot) => placeGroove(spot, radius, layout.floor, wood)));
    }
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

/** A rail from its foot over the round rim down to its hollowed floor. */
function railGeometry(outline: Outline, floor: number, stone: boolean): BufferGeometry {
  const top = floor + RIM_HEIGHT;
  const inside = TRAY_RIM * 0.85;
  const profile: ProfilePoint[] = [
    [0.05, floor - FOOT],
    [0, floor - FOOT + 0.04],
    ...roundProfile([0, top - 0.05], [0.05, top]),
    ...roundProfile([inside - 0.035, top], [inside, top - 0.04], 4, false),
    // The wall blends into the floor.
    ...roundProfile([inside, floor + 0.05], [inside + 0.1, floor - 0.004]),
  ];
  const wall = shaded(loft(outline, profile), outline.points.length, (row) => {
    const [inset, z] = profile[row]!;
    const deep = Math.min(1, (top - z) / (RIM_HEIGHT - 0.04));
    const floorwards = Math.max(0, (inset - inside) / 0.1);
    return inset < inside - 1e-6 ? 1 : 1 + (WALL_LIGHT - 1) * deep + (FLOOR_LIGHT - WALL_LIGHT) * floorwards * deep;
  });
  const base = cap(outline, inside + 0.1, floor - 0.004);
  return mergeGeometries([wall, shaded(stone ? turnedStone(base) : alongGrain(base), 1, () => FLOOR_LIGHT)]);
}

/** The same pattern at an angle, and larger. */
function turnedStone(floor: BufferGeometry): BufferGeometry {
  const uv = floor.getAttribute('uv');
  const [cos, sin] = [STONE_SCALE * Math.cos(STONE_TURN), STONE_SCALE * Math.sin(STONE_TURN)];
  for (let n = 0; n < uv.count; n++) {
    const [u, v] = [uv.getX(n), uv.getY(n)];
    uv.setXY(n, u * cos - v * sin, u * sin + v * cos);
  }
  return floor;
}

/** A ring around a place, dark inside and light at its outer edge. */
function placeGroove(spot: Vec2, radius: number, floor: number, wood: string): BufferGeometry {
  const outline = circleOutline(spot, radius, PLACE_STEPS);
  const band = (from: number, to: number, colour: string) =>
    coloured(
      loft(outline, [
        [from, floor],
        [to, floor],
      ]),
      colour,
    );
  return mergeGeometries([band(-GROOVE_EDGE, 0, mix(wood, '#ffffff', 0.3)), band(0, GROOVE_WIDTH, shade(wood, 0.55))]);
}

/** Grain runs along the floor of a rail, whichever way the rail lies. */
function alongGrain(floor: BufferGeometry): BufferGeometry {
  floor.computeBoundingBox();
  const { min, max } = floor.boundingBox!;
  const uv = floor.getAttribute('uv');
  if (max.y - min.y > max.x - min.x) {
    for (let n = 0; n < uv.count; n++) {
      uv.setXY(n, uv.getY(n), uv.getX(n));
    }
  }
  return floor;
}

function seatLine(outline: Outline, floor: number, colour: string): BufferGeometry {
  const from = TRAY_RIM * 0.85 + 0.11;
  const line = loft(outline, [
    [from, floor],
    [from + LINE_WIDTH, floor],
  ]);
  return coloured(line, colour);
}

function coloured(geometry: BufferGeometry, colour: string): BufferGeometry {
  const tint = new Color(colour);
  const count = geometry.getAttribute('position').count;
  const tints = new Float32Array(count * 3);
  for (let n = 0; n < count; n++) {
    tint.toArray(tints, 3 * n);
  }
  return geometry.setAttribute('color', new BufferAttribute(tints, 3));
}
