/**
 * Trays: the places of pieces out of play beside the slab. A piece keeps its slot while others come and go; pieces of shared
 * pools are piled up.
 */
import type { Tray } from '#lib/net/types.ts';
import { distance, type Frame, type Vec2 } from './geometry.ts';
import { bowlSpread, placeInTray, type TraySlots } from './traySlots.ts';

export interface TrayPlan {
  tray: Tray;
  columns: number;
  pitch: number;
  /** The middle of the first slot, and which way the rows go. */
  x: number;
  y: number;
  rows: 1 | -1;
  /** Maximum height of a pile. */
  pile: number;
  /** Pieces in a single column lie this far to its left and right alternately, so they can be larger. */
  stagger: number;
  /** Distance from row to row: the pitch, or less where pieces are staggered. */
  step: number;
  /** Number of rows that are filled column by column, so that a few pieces do not lie along one side; 0 for row by row. */
  filledRows: number;
  /** The seat has another tray before this one: places differ. */
  further: boolean;
}

/** Distance between slab and trays. */
const GAP = 0.26;
/** Of two staggered neighbours in a column, in pitches: how far they are apart across it and along it. */
const STAGGER = 0.85;
const STAGGERED_STEP = Math.sqrt(1 - STAGGER ** 2);
/** Part of the slab's thickness by which its back edge hides the table. */
const HIDDEN_PART = 0.7;
/** Shared trays with more pieces than this are piled. */
const PILE_THRESHOLD = 12;
const PILE_SIZE = 6;
/** Trays are denser than the game asks, so that the board itself is larger. */
const PITCH_FACTOR = 0.68;
const BOWL_PITCH_FACTOR = 0.56;
/** A tray alone before or behind the board: its least pitch, and the part of the board's width that it may have. */
const MIN_PITCH = 0.36;
const MAX_WIDTH_PART = 0.62;
/** The part of the board's width that rails in a line may have. */
const RAILS_WIDTH_PART = 0.5;
/** Maximum pitch of rails in the corners of a hexagon. */
const CORNER_PITCH = 0.54;
/** Least pitch of a rail beside the board, which is as long as the board: one column leaves it more width than two. */
const MIN_SIDE_PITCH = 0.3;

/** Distance between the trays of one seat, which share a rail. */
const RAIL_GAP = 0.16;

/** How much broader than the slab a line of trays may be: shorter lines would need more depth, and make the board smaller. */
const LINE_FACTOR = 1.08;

/** Long rails leave this height to the buttons of the view over a picture, and to its verbs, in pixels. */
const BUTTONS_HEIGHT = { view: 42, verbs: 56 } as const;

/** Boards are seen at an angle, which foreshortens their depth. */
const FORESHORTENING = 0.87;

const UNSTAGGERED = { stagger: 0, filledRows: 0 };

/**
 * Where trays lie: where the game declares them, clear of the slab; or all before and behind it, side by side where there
 * is room, so that the board stays large on a narrow screen. There a rail alone is short, or as long as the board.
 */
export type TrayPlaces = 'beside' | 'short' | 'long';

/** Return the positions of the trays. */
export function planTrays(frame: Frame, slots: TraySlots, where: TrayPlaces): Map<string, TrayPlan> {
  const [left, front, right, back] = frame.bounds;
  const [cx, cy] = frame.centre;
  const plans = new Map<string, TrayPlan>();
  const ends: Record<'before' | 'behind', TrayPlan[]> = { before: [], behind: [] };
  const sides: Record<'left' | 'right', TrayPlan[]> = { left: [], right: [] };
  for (const tray of frame.board.trays.map((one) => tightenPitch(one, cx))) {
    const { pitch, columns, seat } = tray;
    const count = slots.used(tray.name);
    const pile = tray.seat === null && tray.shape !== 'bowl' && count > PILE_THRESHOLD ? PILE_SIZE : 1;
    const middle = tray.x + ((columns - 1) * pitch) / 2;
    const sideways = Math.abs(middle - cx) / (right - left) >= Math.abs(tray.y - cy) / (back - front);
    const inFront = sideways && seat !== null ? (frame.board.homes[seat] ?? 270) >= 180 : tray.y <= cy;
    const plan: TrayPlan = {
      tray,
      columns,
      pitch,
      x: tray.x,
      y: tray.y,
      rows: inFront ? -1 : 1,
      pile,
      ...UNSTAGGERED,
      step: pitch,
      further: seat !== null && [...plans.values()].some((other) => other.tray.seat === seat),
    };
    if (where !== 'beside') {
      // A column beside the board becomes a row in front of it or behind it.
      plan.columns = sideways ? Math.max(columns, tray.rows) : columns;
      ends[inFront ? 'before' : 'behind'].push(plan);
    } else if (sideways) {
      narrowColumn(plan, count, back - front - 2 * (PLATE_RIM + TRAY_RIM));
      const half = tray.shape === 'bowl' ? bowlRadius(plan) : (plan.pitch + plan.stagger) / 2;
      const width = (plan.columns - 1) * plan.pitch;
      plan.x = middle < cx ? left - GAP - width - half : right + GAP + half;
      plan.rows = tray.y > cy ? -1 : 1;
      sides[middle < cx ? 'left' : 'right'].push(plan);
    } else {
      plan.y = inFront ? Math.min(tray.y, front - GAP - pitch / 2) : Math.max(tray.y, back + GAP + pitch / 2);
    }
    plans.set(tray.name, plan);
  }
  stackBeside(sides.left, frame, slots);
  stackBeside(sides.right, frame, slots);
  for (const [line, edge] of [
    [ends.before, front],
    [ends.behind, back],
  ] as const) {
    if (frame.board.outline === 'hexagon' && line.every(({ tray }) => tray.seat !== null || tray.shape === 'bowl')) {
      placeInCorners(line, frame, slots);
    } else {
      // The edge of the slab hides a part of the table behind it.
      const from = line === ends.behind ? edge + HIDDEN_PART * frame.thickness : edge;
      placeInLines(line, frame, slots, from, where === 'long');
    }
  }
  return plans;
}

/** Give a rail beside the board the fewest columns with which it is not longer than `room`. */
function narrowColumn(plan: TrayPlan, count: number, room: number): void {
  const rows = (columns: number) => Math.ceil(count / columns);
  if (plan.tray.rows < 2 || plan.tray.shape === 'bowl') {
    return;
  }
  let columns = 1;
  while (rows(columns) * MIN_SIDE_PITCH > room) {
    columns++;
  }
  plan.columns = columns;
  const { pitch } = plan;
  plan.pitch = plan.step = Math.min(pitch, room / rows(columns));
  if (columns === 1 && plan.pitch < pitch) {
    plan.pitch = Math.min(pitch, room / (1 + (count - 1) * STAGGERED_STEP));
    plan.stagger = plan.pitch * STAGGER;
    plan.step = plan.pitch * STAGGERED_STEP;
  }
}

/** Put the trays of a side in a column, centred on the board, in the order in which they were declared from the front. */
function stackBeside(plans: TrayPlan[], frame: Frame, slots: TraySlots): void {
  const centre = frame.centre[1];
  const depthOf = (plan: TrayPlan) => {
    const rows = Math.max(1, Math.ceil(slots.used(plan.tray.name) / plan.pile / plan.columns));
    return plan.tray.shape === 'bowl' ? 2 * bowlRadius(plan) : (rows - 1) * plan.step + plan.pitch;
  };
  const all = [...plans].sort((a, b) => a.tray.y - b.tray.y);
  // Bowls do not move the rails, which are at the same height on both sides.
  const bowls = all.filter(({ tray }) => tray.shape === 'bowl');
  const ordered = bowls.length < all.length ? all.filter((plan) => !bowls.includes(plan)) : all;
  const gaps = ordered.map((plan, n) => gapAfter(plan, ordered[n + 1]));
  let y = centre - ordered.reduce((sum, plan, n) => sum + depthOf(plan) + gaps[n]!, 0) / 2;
  for (const [n, plan] of ordered.entries()) {
    const depth = depthOf(plan);
    plan.y =
      plan.tray.shape === 'bowl' ? y + depth / 2 : plan.rows > 0 ? y + plan.pitch / 2 : y + depth - plan.pitch / 2;
    y += depth + gaps[n]!;
  }
  if (ordered !== all) {
    placeBowls(bowls, ordered, frame, y);
  }
}

/**
 * Put bowls in front of the rails of a side, or behind them, which end at `back`: into the free corner of a hexagon, where
 * they take no room from the board.
 */
function placeBowls(bowls: readonly TrayPlan[], rails: readonly TrayPlan[], frame: Frame, back: number): void {
  const [cx, cy] = frame.centre;
  const ends = { '-1': back - cy, '1': back - cy };
  for (const plan of bowls) {
    const way = plan.tray.y < rails[0]!.tray.y || plan.tray.y < cy ? -1 : 1;
    const radius = bowlRadius(plan) + TRAY_RIM;
    const along = ends[way] + PLATE_RIM + TRAY_RIM + GAP / 2 + radius;
    if (frame.board.outline === 'hexagon') {
      plan.x = plan.x < cx ? frame.bounds[0] : frame.bounds[2];
      plan.y = cy + way * Math.max(along, way * (beyondOutline(frame, plan.x, radius + GAP, way) - cy));
    } else {
      plan.y = cy + way * along;
    }
    ends[way] = way * (plan.y - cy) + radius;
  }
}

/**
 * Return where a circle around a place from left to right is clear of the slab, in front of it (`way` −1) or behind it
 * (1).
 */
function beyondOutline({ outline }: Frame, x: number, distanceFrom: number, way: 1 | -1): number {
  const places = outline.flatMap((from, n) => {
    const to = outline[(n + 1) % outline.length]!;
    const length = distance(from, to) || 1;
    const [nx, ny] = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
    return ny * way > 1e-6 ? [way * (from[1] + (distanceFrom - nx * (x - from[0])) / ny)] : [];
  });
  return way * Math.min(...places);
}

/** Return the distance to the next tray: small within a rail, none after the last. */
function gapAfter(plan: TrayPlan, next: TrayPlan | undefined): number {
  if (!next) {
    return 0;
  }
  return plan.tray.seat !== null && next.tray.seat === plan.tray.seat ? RAIL_GAP : GAP;
}

/** Put trays in lines along an edge of the slab, at the right hand of their player, the first ones nearest. */
function placeInLines(plans: TrayPlan[], frame: Frame, slots: TraySlots, edge: number, long: boolean): void {
  const room = (frame.bounds[2] - frame.bounds[0]) * LINE_FACTOR;
  const widthOf = (plan: TrayPlan) =>
    plan.tray.shape === 'bowl' ? 2 * bowlRadius(plan) + 2 * TRAY_RIM : plan.columns * plan.pitch;
  const lines: TrayPlan[][] = [];
  let left = 0;
  for (const [n, plan] of plans.entries()) {
    if (!lines.length || widthOf(plan) > left) {
      lines.push([]);
      left = room;
    }
    lines.at(-1)?.push(plan);
    left -= widthOf(plan) + gapAfter(plan, plans[n + 1]);
  }
  let y = edge;
  for (const side of lines) {
    const [only] = side;
    if (only && side.length === 1 && only.tray.shape !== 'bowl') {
      placeAlone(only, frame, slots, long);
    } else {
      narrowRails(side, frame);
      const gaps = side.map((plan, n) => gapAfter(plan, side[n + 1]));
      const width = side.reduce((sum, plan, n) => sum + widthOf(plan) + gaps[n]!, 0);
      const aside = (frame.bounds[2] - frame.bounds[0] - width) / 2;
      let x = frame.centre[0] - (side[0]?.rows ?? 1) * Math.max(0, aside) - width / 2;
      for (const [n, plan] of side.entries()) {
        plan.x = x + (plan.tray.shape === 'bowl' ? widthOf(plan) : plan.pitch) / 2;
        x += widthOf(plan) + gaps[n]!;
      }
    }
    let depth = 0;
    for (const plan of side) {
      const count = slots.used(plan.tray.name);
      const bowl = plan.tray.shape === 'bowl' ? bowlRadius(plan) + TRAY_RIM : 0;
      plan.y = y + plan.rows * (GAP + (bowl || plan.pitch / 2));
      depth = Math.max(depth, 2 * bowl || Math.max(1, Math.ceil(count / plan.pile / plan.columns)) * plan.pitch);
    }
    y += (side[0]?.rows ?? 1) * (depth + GAP * 0.8);
  }
}

/**
 * Put trays into the free corners before or behind a hexagon: those of a seat on top of each other at its right hand, bowls at
 * its left. They take little of the picture's height.
 */
function placeInCorners(plans: readonly TrayPlan[], frame: Frame, slots: TraySlots): void {
  const [left, , right] = frame.bounds;
  let near = -Infinity;
  for (const plan of plans) {
    const bowl = plan.tray.shape === 'bowl';
    plan.pitch = plan.step = bowl ? plan.pitch : Math.min(plan.pitch, CORNER_PITCH);
    const count = Math.max(1, slots.used(plan.tray.name));
    const half = bowl ? bowlRadius(plan) : (Math.min(plan.columns, count) * plan.pitch) / 2;
    const side = bowl ? plan.rows : -plan.rows;
    const middle = side > 0 ? right - TRAY_RIM - half : left + TRAY_RIM + half;
    plan.x = bowl ? middle : middle - half + plan.pitch / 2;
    const edge = outlineReach(frame, middle - half - TRAY_RIM, middle + half + TRAY_RIM, plan.rows);
    if (bowl) {
      plan.y = edge + plan.rows * (GAP + half);
      continue;
    }
    near = Math.max(near, plan.rows * edge + GAP);
    plan.y = plan.rows * (near + plan.pitch / 2);
    near += Math.ceil(count / plan.columns) * plan.pitch + RAIL_GAP;
  }
}

/**
 * Return how far the slab reaches towards the front (`way` −1) or the back (1) between two places from left to right.
 */
function outlineReach({ outline }: Frame, from: number, to: number, way: 1 | -1): number {
  let reach = -Infinity;
  for (const [n, one] of outline.entries()) {
    const other = outline[(n + 1) % outline.length]!;
    const [start, end] = one[0] <= other[0] ? [one, other] : [other, one];
    const [low, high] = [Math.max(from, start[0]), Math.min(to, end[0])];
    const slope = (end[1] - start[1]) / (end[0] - start[0] || 1);
    for (const x of low <= high ? [low, high] : []) {
      reach = Math.max(reach, way * (start[1] + slope * (x - start[0])));
    }
  }
  return way * reach;
}

/** Make the rails of a line so narrow that they have half of the board's width. */
function narrowRails(plans: readonly TrayPlan[], { bounds }: Frame): void {
  const rails = plans.filter(({ tray }) => tray.shape !== 'bowl');
  const width = rails.reduce((sum, plan) => sum + plan.columns * plan.pitch, 0);
  const factor = Math.min(1, ((bounds[2] - bounds[0]) * RAILS_WIDTH_PART) / width);
  for (const plan of rails) {
    plan.pitch = plan.step = Math.max(MIN_PITCH, plan.pitch * factor);
  }
}

/** Put a tray at the right hand of its player, in one row or two where they fit. */
function placeAlone(plan: TrayPlan, { bounds, centre }: Frame, slots: TraySlots, long: boolean): void {
  const width = bounds[2] - bounds[0];
  const room = long ? width - 2 * (PLATE_RIM + TRAY_RIM) : width * MAX_WIDTH_PART;
  const count = Math.max(plan.tray.columns, Math.ceil(slots.used(plan.tray.name) / plan.pile));
  const columns = room / count >= MIN_PITCH ? count : Math.ceil(count / 2);
  plan.pitch = plan.step = Math.min(long ? plan.pitch / PITCH_FACTOR : plan.pitch, room / columns);
  plan.columns = Math.max(plan.tray.columns, Math.min(columns, Math.floor(room / plan.pitch + 1e-6)));
  plan.filledRows = Math.ceil(count / plan.columns);
  const used = Math.min(plan.columns, count) * plan.pitch;
  const aside = width / 2 - PLATE_RIM - TRAY_RIM - used / 2;
  plan.x = centre[0] - plan.rows * Math.max(0, aside) - used / 2 + plan.pitch / 2;
}

/**
 * Return where trays lie so that the board looks largest in a picture of this size, and then the trays. With `verbs`, there
 * are buttons over its lower edge.
 */
export function chooseTrayPlaces(
  frame: Frame,
  slots: TraySlots,
  { width, height }: { width: number; height: number },
  verbs: boolean,
): TrayPlaces {
  const scale = (where: TrayPlaces, room: number) => {
    const plates = [...planTrays(frame, slots, where).values()].map((plan) =>
      trayBounds(plan, slots.used(plan.tray.name)),
    );
    const all = [frame.bounds, ...plates];
    const across = Math.max(...all.map((one) => one[2])) - Math.min(...all.map((one) => one[0]));
    const deep = Math.max(...all.map((one) => one[3])) - Math.min(...all.map((one) => one[1]));
    return Math.min(width / across, room / (deep * FORESHORTENING));
  };
  const short = scale('short', height);
  if (scale('beside', height) >= short) {
    return 'beside';
  }
  const buttons = BUTTONS_HEIGHT.view + (verbs ? BUTTONS_HEIGHT.verbs : 0);
  return scale('long', height - buttons) >= short ? 'long' : 'short';
}

/** Return the same tray with less room for each piece, towards the board. */
function tightenPitch(tray: Tray, centre: number): Tray {
  const pitch = tray.pitch * (tray.shape === 'bowl' ? BOWL_PITCH_FACTOR : PITCH_FACTOR);
  const lost = (tray.columns - 1) * (tray.pitch - pitch);
  const beside = tray.x + ((tray.columns - 1) * tray.pitch) / 2 - centre;
  return { ...tray, pitch, x: tray.x + (Math.abs(beside) < 1 ? lost / 2 : beside < 0 ? lost : 0) };
}

/** Width of the rim around the plate of a tray, and of the plate around its places. */
export const TRAY_RIM = 0.14;
const PLATE_RIM = 0.08;

function bowlRadius(plan: TrayPlan): number {
  return bowlSpread(plan) + plan.pitch * 0.6;
}

/** One tray as it is made: the trays of a seat that lie side by side are one rail. */
export interface TrayRail {
  bounds: readonly [number, number, number, number];
  seat: number | null;
  bowl: boolean;
}

export function trayRails(plans: ReadonlyMap<string, TrayPlan>, slots: TraySlots): TrayRail[] {
  const rails: TrayRail[] = [];
  for (const plan of plans.values()) {
    const bounds = trayBounds(plan, slots.used(plan.tray.name));
    const { seat } = plan.tray;
    const beside = rails.find((rail) => rail.seat !== null && rail.seat === seat && areAdjacent(rail.bounds, bounds));
    if (beside) {
      beside.bounds = [
        Math.min(beside.bounds[0], bounds[0]),
        Math.min(beside.bounds[1], bounds[1]),
        Math.max(beside.bounds[2], bounds[2]),
        Math.max(beside.bounds[3], bounds[3]),
      ];
    } else {
      rails.push({ bounds, seat, bowl: plan.tray.shape === 'bowl' });
    }
  }
  return rails;
}

function areAdjacent(one: TrayRail['bounds'], other: TrayRail['bounds']): boolean {
  const near = RAIL_GAP + 2 * TRAY_RIM;
  const apart = (low: 0 | 1, high: 2 | 3) => Math.max(one[low] - other[high], other[low] - one[high]);
  return apart(0, 2) < near && apart(1, 3) < near && (apart(0, 2) < 0 || apart(1, 3) < 0);
}

/** Return the bounds of the tray's plate: left, front, right, back. An empty tray has room for one row. */
export function trayBounds(plan: TrayPlan, used: number): readonly [number, number, number, number] {
  if (plan.tray.shape === 'bowl') {
    const radius = bowlRadius(plan);
    return [plan.x - radius, plan.y - radius, plan.x + radius, plan.y + radius];
  }
  const places = Math.max(1, Math.ceil(used / plan.pile));
  const rows = Math.ceil(places / plan.columns);
  const columns = Math.min(plan.columns, Math.max(places, plan.tray.columns));
  const far = plan.y + plan.rows * (rows - 1) * plan.step;
  const half = plan.pitch / 2 + PLATE_RIM;
  return [
    plan.x - half - plan.stagger / 2,
    Math.min(plan.y, far) - half,
    plan.x + (columns - 1) * plan.pitch + half + plan.stagger / 2,
    Math.max(plan.y, far) + half,
  ];
}

/** Return the middle of every place on the plate of a tray, used or free. */
export function trayPlaces(plan: TrayPlan, used: number): Vec2[] {
  if (plan.tray.shape === 'bowl') {
    return [];
  }
  const places = Math.max(1, Math.ceil(used / plan.pile));
  const rows = Math.ceil(places / plan.columns);
  const columns = Math.min(plan.columns, Math.max(places, plan.tray.columns));
  return Array.from({ length: rows * columns }, (_, n) => placeInTray(plan, n));
}
