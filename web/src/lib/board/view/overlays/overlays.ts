/**
 * Overlays on a board: selection, targets, marks, the last move and hints, as plain data that the scene and the flat
 * picture both draw.
 */
import type { Beam, Effect, MarkView, Piece } from '#lib/net/types.ts';
import type { BoardLayout, Pose } from '../../animation/poses.ts';
import { beamPoints } from '../../animation/timeline.ts';
import { cordLayers, layerHeight } from '../cordLayers.ts';
import { distance, hasOnlySites, hull, pathPolyline, siteAt, type Vec3 } from '../geometry.ts';
import {
  centroid,
  contactPoint,
  isClockwise,
  markPoint,
  onSurface,
  raise,
  shortenEnd,
  sitesOf,
  turnArc,
} from './points.ts';

/** The meaning of an overlay; the theme has a colour for each. A number is a seat. */
export type Tone =
  | 'select'
  | 'target'
  | 'hover'
  | 'last'
  | 'mark'
  | 'hint'
  | 'preview'
  | 'danger'
  | 'best'
  | 'threat'
  | 'note'
  | number;

export type Overlay =
  | { is: 'disc'; at: Vec3; radius: number; tone: Tone; alpha: number; over?: boolean }
  | { is: 'ring'; at: Vec3; radius: number; width: number; tone: Tone; alpha: number; over?: boolean; pulse?: boolean }
  | { is: 'square'; at: Vec3; tone: Tone; alpha: number; over?: boolean }
  | {
      is: 'line';
      points: readonly Vec3[];
      width: number;
      tone: Tone;
      alpha: number;
      over?: boolean;
      arrow?: boolean;
      pulse?: boolean;
    }
  | { is: 'area'; points: readonly Vec3[]; tone: Tone; alpha: number; over?: boolean; pulse?: boolean }
  /** A cord of a figure: in 3-D the piece takes the tone, in the flat picture a line lies below it. */
  | { is: 'cord'; id: number; points: readonly Vec3[]; tone: Tone; alpha: number; pulse?: boolean }
  | { is: 'cross'; at: Vec3; tone: Tone; alpha: number; over?: boolean }
  | { is: 'ghost'; pose: Pose }
  | { is: 'beam'; points: readonly Vec3[]; owner: number; alpha: number; fades?: boolean }
  | { is: 'label'; at: Vec3; text: string };

/** The state of a selection, as overlays show it. */
export interface SelectionState {
  /** The clicks made so far that are sites. */
  chosen: readonly number[];
  /** The sites that can be clicked next. */
  usable: ReadonlySet<number>;
  /** The usable site under the pointer or the focus. */
  hovered: number | null;
  /** What would be placed: on boards with height, a ghost of it is shown where it could be. */
  placing?: { kind: string; seat: number } | null;
  /** Show what can be clicked before anything is chosen. */
  hints?: boolean;
  /** The seat that selects. */
  seat?: number | undefined;
  /** What will be on the site of the selected piece after the move. */
  leftBehind?: readonly Piece[];
  /** Whether the effects of a click on the hovered site are drawn. */
  previewed?: boolean;
}

/** From the last site of a row to the label of its mark. */
const LABEL_DISTANCE = 0.8;

/** Above this number, empty targets are not dotted: the whole board would be dots. */
const MAX_DOTTED_SITES = 24;

export function selectionOverlays(
  layout: BoardLayout,
  pieces: readonly Piece[],
  { chosen, usable, hovered, placing = null, hints = false, seat, leftBehind = [], previewed = false }: SelectionState,
): Overlay[] {
  const occupied = new Map(pieces.map((piece) => [piece.place, piece]));
  const drawn: Overlay[] = leftBehind.map((piece) => ghost(layout, piece));
  for (const site of chosen) {
    drawn.push({
      is: 'ring',
      at: markPoint(layout, site),
      radius: reach(layout, occupied.get(site)),
      width: 0.075,
      // A selected piece shows its own colour; the ring of a selected empty site has the colour of the seat.
      tone: occupied.has(site) ? 'select' : (seat ?? 'select'),
      alpha: 1,
      pulse: true,
    });
  }
  const free = [...usable].filter((site) => !occupied.has(site));
  // Targets are drawn only during a selection, under the pointer, or with hints.
  const shown = chosen.length || hints ? [...usable] : [...usable].filter((site) => site === hovered);
  for (const site of shown) {
    const at = occupied.has(site) ? markPoint(layout, site) : contactPoint(layout, site);
    if (occupied.has(site) && site !== hovered) {
      const alpha = chosen.length ? 0.9 : 0.5;
      drawn.push({ is: 'ring', at, radius: reach(layout, occupied.get(site)), width: 0.05, tone: 'target', alpha });
    } else if (!occupied.has(site) && previewed && site === hovered) {
    } else if (!occupied.has(site) && placing && layout.frame.stacked) {
      drawn.push(ghost(layout, { id: -1 - site, kind: placing.kind, owner: placing.seat, place: site, facing: 0 }));
    } else if (!occupied.has(site) && site !== hovered && (chosen.length || free.length <= MAX_DOTTED_SITES)) {
      drawn.push({
        is: 'disc',
        at,
        radius: hasOnlySites(layout.board) ? 0.2 : 0.12,
        tone: 'target',
        alpha: chosen.length ? 0.95 : 0.55,
      });
    }
  }
  if (hovered !== null && usable.has(hovered)) {
    drawn.push({
      is: 'ring',
      at: occupied.has(hovered) ? markPoint(layout, hovered) : contactPoint(layout, hovered),
      radius: reach(layout, occupied.get(hovered)) + 0.04,
      width: 0.07,
      tone: 'hover',
      alpha: 0.95,
    });
  }
  return drawn;
}

function reach(layout: BoardLayout, piece: Piece | undefined): number {
  if (!piece) {
    return layout.board.cells.length || layout.board.lines.length ? 0.42 : 0.2;
  }
  const shape = layout.shapeOf(piece);
  return shape.centred ? shape.radius + 0.02 : Math.min(0.49, shape.radius + 0.06);
}

// ---- Marks --------------------------------------------------------------------------------------------------------

/** Return the overlays of marks. `pieces` are those on the board: marks of cords are drawn at their height. */
export function markOverlays(
  layout: BoardLayout,
  marks: readonly MarkView[],
  { aids = false, pieces = [] }: { aids?: boolean; pieces?: readonly Piece[] } = {},
): Overlay[] {
  const drawn: Overlay[] = [];
  const cords = marks.length ? cordsOf(layout, pieces) : [];
  for (const mark of marks) {
    if (mark.beam) {
      drawn.push(beamOf(layout, mark.beam, aids ? 0.8 : 0.7));
      continue;
    }
    const tone: Tone = aids ? (mark.seat ?? 'hint') : 'mark';
    const bare = hasOnlySites(layout.board);
    const radius = bare ? 0.16 : layout.frame.stacked ? 0.52 : 0.47;
    for (const site of mark.sites) {
      drawn.push({
        is: 'ring',
        at: markPoint(layout, site),
        radius,
        width: aids || bare ? 0.04 : 0.07,
        tone,
        alpha: 0.9,
        over: layout.frame.stacked,
        pulse: !aids,
      });
    }
    const own = cords.filter((cord) => cord.ends.every((site) => mark.sites.includes(site)));
    drawn.push(...(own.length > 1 && !aids ? figureOf(own, tone) : joined(layout, mark, tone, aids)));
    if (mark.of !== null && mark.of > 1 && mark.n !== null) {
      drawn.push({
        is: 'label',
        at: beside(layout, mark.sites),
        text: `${mark.n} / ${mark.of}`,
      });
    }
  }
  return drawn;
}

/**
 * Return a place for the label of a mark: beyond the end of a row that is further outside, or above the middle of a
 * figure.
 */
function beside(layout: BoardLayout, sites: readonly number[]): Vec3 {
  const points = sites.map((site) => siteAt(layout.board, site));
  const corners = hull(points.map(([x, y]): [number, number] => [x, y]));
  const [start, end] = corners;
  if (!start || !end || corners.length > 2) {
    return raise(centroid(points), 0.35);
  }
  const { centre } = layout.frame;
  const [near, far] = distance(start, centre) > distance(end, centre) ? [end, start] : [start, end];
  const length = distance(near, far);
  const by = (axis: 0 | 1) => far[axis] + ((far[axis] - near[axis]) / length) * LABEL_DISTANCE;
  return [by(0), by(1), points[0]![2] + 0.1];
}

interface RaisedCord {
  id: number;
  ends: readonly [number, number];
  points: readonly [Vec3, Vec3];
  /** Height of its layer above the board. */
  height: number;
}

/** Return the cords on a board with their positions and heights. */
function cordsOf(layout: BoardLayout, pieces: readonly Piece[]): RaisedCord[] {
  const strokes = pieces.flatMap(({ id, place }) => (Array.isArray(place) ? [{ id, ends: place }] : []));
  const spots = strokes.map(({ id, ends }) => ({
    id,
    ends,
    points: [siteAt(layout.board, ends[0]), siteAt(layout.board, ends[1])] as const,
  }));
  const layers = cordLayers(
    spots.map(({ id, points: [from, to] }) => ({ id, from: [from[0], from[1]], to: [to[0], to[1]] })),
  );
  return spots.map((cord) => ({ ...cord, height: layerHeight(layers.get(cord.id) ?? 0) }));
}

/**
 * Return overlays that give the cords of a figure its tone, and tint the area between them at the height of the lowest.
 */
function figureOf(cords: readonly RaisedCord[], tone: Tone): Overlay[] {
  const ends = cords.flatMap(({ points, height }) => points.map((point) => raise(point, height)));
  const z = Math.min(...ends.map((end) => end[2]));
  const corners = hull(ends.map(([x, y]): [number, number] => [x, y]));
  return [
    { is: 'area', points: corners.map(([x, y]): Vec3 => [x, y, z]), tone, alpha: 0.15, pulse: true },
    ...cords.map(({ id, points }): Overlay => ({ is: 'cord', id, points, tone, alpha: 0.6, pulse: true })),
  ];
}

/** Join several sites of one mark: sites in a row by a line, others by an area. */
function joined(layout: BoardLayout, mark: MarkView, tone: Tone, aids: boolean): Overlay[] {
  const points = mark.sites.map((site) => markPoint(layout, site));
  if (points.length < 2 || (aids && points.length > 6)) {
    return [];
  }
  const corners = hull(points.map(([x, y]): [number, number] => [x, y]));
  const z = Math.max(...points.map((point) => point[2]));
  const over = layout.frame.stacked;
  if (corners.length <= 2 || points.length === 2) {
    const ends = corners.length === 2 ? corners : [corners[0]!, corners[0]!];
    return [
      {
        is: 'line',
        points: ends.map(([x, y]): Vec3 => [x, y, z]),
        width: aids ? 0.09 : 0.16,
        tone,
        alpha: aids ? 0.55 : 0.5,
        over,
        pulse: !aids,
      },
    ];
  }
  const spots = corners.map(([x, y]): Vec3 => [x, y, z]);
  // Teachers mark many sites: overlapping areas could not be distinguished.
  if (over || aids) {
    return [];
  }
  return [
    { is: 'area', points: spots, tone, alpha: 0.25, over, pulse: true },
    { is: 'line', points: [...spots, spots[0]!], width: 0.09, tone, alpha: 0.6, over, pulse: true },
  ];
}

// ---- What effects did, or would do ----------------------------------------------------------------------------------

/** Return marks of the last move at its start and its end. */
export function lastMoveOverlays(layout: BoardLayout, effects: readonly Effect[]): Overlay[] {
  const drawn: Overlay[] = [];
  for (const { kind, before, after, path } of effects) {
    if (kind === 'draw' && Array.isArray(after?.place)) {
      // Rings around its pegs show which cord it is; a line beside it would look like another cord.
      drawn.push(
        ...sitesOf(after).map(
          (site): Overlay => ({
            is: 'ring',
            at: markPoint(layout, site),
            radius: 0.18,
            width: 0.022,
            tone: 'last',
            alpha: 0.55,
          }),
        ),
      );
    } else if (kind === 'slide' || kind === 'swap') {
      const way = pathPolyline(layout.board, path.length > 1 ? path : sitesOf(before, after));
      const points = way.points.map((point) => onSurface(layout, point));
      drawn.push({ is: 'line', points, width: 0.05, tone: 'last', alpha: 0.38 });
      drawn.push(
        ...sitesOf(before).map(
          (site): Overlay => ({ is: 'disc', at: markPoint(layout, site), radius: 0.12, tone: 'last', alpha: 0.4 }),
        ),
      );
      drawn.push(...sitesOf(after).map((site) => spot(layout, site, after)));
    } else if (kind === 'place' || kind === 'turn' || (kind === 'remove' && sitesOf(after).length)) {
      drawn.push(...sitesOf(after).map((site) => spot(layout, site, after)));
    }
  }
  return drawn;
}

function spot(layout: BoardLayout, site: number, piece: Piece | null): Overlay {
  return {
    is: 'ring',
    at: markPoint(layout, site),
    radius: reach(layout, piece ?? undefined) + 0.02,
    width: 0.035,
    tone: 'last',
    alpha: 0.6,
  };
}

/** Preview what effects would do: arrows for slides, ghosts for placing, crosses for removals, beams. */
export function effectOverlays(layout: BoardLayout, effects: readonly Effect[], tone: 'hint' | 'preview'): Overlay[] {
  const drawn: Overlay[] = [];
  for (const effect of effects) {
    drawn.push(...overlaysOfEffect(layout, effect, tone));
  }
  return drawn;
}

function overlaysOfEffect(layout: BoardLayout, effect: Effect, tone: 'hint' | 'preview'): Overlay[] {
  const { kind, before, after, path, beam } = effect;
  if (beam) {
    return [beamOf(layout, beam, tone === 'hint' ? 0.75 : 0.6)];
  }
  if (kind === 'slide' || kind === 'swap') {
    const way = pathPolyline(layout.board, path.length > 1 ? path : sitesOf(before, after));
    const points = shortenEnd(
      way.points.map((point) => raise(onSurface(layout, point), 0.22)),
      0.22,
    );
    const line: Overlay = { is: 'line', points, width: 0.12, tone, alpha: 0.9, over: true, arrow: true };
    return after && tone === 'preview' ? [line, ghost(layout, after)] : [line];
  }
  if ((kind === 'place' || kind === 'draw') && after && typeof after.place !== 'string') {
    const rings = sitesOf(after).map(
      (site): Overlay => ({ is: 'ring', at: markPoint(layout, site), radius: 0.46, width: 0.05, tone, alpha: 0.9 }),
    );
    return kind === 'draw' ? [ghost(layout, after)] : [ghost(layout, after), ...(tone === 'hint' ? rings : [])];
  }
  if (kind === 'turn' && before && after && typeof after.place === 'number') {
    return [
      {
        is: 'line',
        points: turnArc(layout, after.place, isClockwise(layout.kindOf(after), before, after)),
        width: 0.09,
        tone,
        alpha: 0.95,
        over: true,
        arrow: true,
      },
    ];
  }
  if (kind === 'flip' && after && typeof after.place === 'number') {
    const at = raise(markPoint(layout, after.place), 0.2);
    return [
      { is: 'disc', at, radius: 0.17, tone: after.owner ?? tone, alpha: 0.95, over: true },
      { is: 'ring', at, radius: 0.2, width: 0.045, tone, alpha: 1, over: true },
    ];
  }
  if (kind === 'remove' && before && typeof before.place !== 'string') {
    const points = sitesOf(before).map((site) => raise(siteAt(layout.board, site), 0.3));
    return [{ is: 'cross', at: centroid(points), tone: 'danger', alpha: 0.95, over: true }];
  }
  return [];
}

function ghost(layout: BoardLayout, piece: Piece): Overlay {
  return { is: 'ghost', pose: { ...layout.restPose(piece), opacity: 0.45 } };
}

function beamOf(layout: BoardLayout, beam: Beam, alpha: number): Overlay {
  return { is: 'beam', points: beamPoints(layout, beam), owner: beam.owner, alpha, fades: beam.end === 'left' };
}
