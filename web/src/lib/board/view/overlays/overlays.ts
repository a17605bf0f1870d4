/**
 * All that is shown on a board besides its pieces: the selection, where one may go, marks, the last move, hints. A list of
 * plain drawings, which the scene and the flat picture both draw.
 */
import type { Beam, Effect, MarkView, Piece } from '#lib/net/types.ts';
import type { Pose, Table } from '../../animation/poses.ts';
import { beamPoints } from '../../animation/timeline.ts';
import { hull, isBare, siteAt, type Vec, wayOf } from '../geometry.ts';
import { centreOf, curl, foot, ground, isClockwise, raised, settled, shortened, sitesOf } from './points.ts';

/** What a drawing means; the theme has a colour for each. A number is a seat. */
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

export type Drawing =
  | { is: 'disc'; at: Vec; radius: number; tone: Tone; alpha: number; over?: boolean }
  | { is: 'ring'; at: Vec; radius: number; width: number; tone: Tone; alpha: number; over?: boolean; pulse?: boolean }
  | { is: 'square'; at: Vec; tone: Tone; alpha: number; over?: boolean }
  | {
      is: 'line';
      points: readonly Vec[];
      width: number;
      tone: Tone;
      alpha: number;
      over?: boolean;
      arrow?: boolean;
      pulse?: boolean;
    }
  | { is: 'area'; points: readonly Vec[]; tone: Tone; alpha: number; over?: boolean; pulse?: boolean }
  | { is: 'cross'; at: Vec; tone: Tone; alpha: number; over?: boolean }
  | { is: 'ghost'; pose: Pose }
  | { is: 'beam'; points: readonly Vec[]; owner: number; alpha: number }
  | { is: 'label'; at: Vec; text: string };

/** What a board shows of somebody's choosing. */
export interface Choosing {
  /** The clicks made so far that are sites. */
  chosen: readonly number[];
  /** The sites that can be clicked next. */
  usable: ReadonlySet<number>;
  /** The usable site under the pointer or the focus. */
  pointed: number | null;
  /** What would be placed: on boards with height, a ghost of it stands where it could. */
  placing?: { kind: string; seat: number } | null;
  /** Who chooses. */
  seat?: number | undefined;
  /** What will stand where the chosen piece stands. */
  leaving?: readonly Piece[];
}

/** So many usable sites without a piece are not dotted one by one: all the board would be dots. */
const MANY = 24;

export function choosing(
  table: Table,
  pieces: readonly Piece[],
  { chosen, usable, pointed, placing = null, seat, leaving = [] }: Choosing,
): Drawing[] {
  const occupied = new Map(pieces.map((piece) => [piece.place, piece]));
  const drawn: Drawing[] = leaving.map((piece) => ghost(table, piece));
  for (const site of chosen) {
    drawn.push({
      is: 'ring',
      at: foot(table, site),
      radius: reach(table, occupied.get(site)),
      width: 0.075,
      // A chosen piece is seen by its own colour; a chosen place has none, so its ring says whose choice it is.
      tone: occupied.has(site) ? 'select' : (seat ?? 'select'),
      alpha: 1,
      pulse: true,
    });
  }
  const free = [...usable].filter((site) => !occupied.has(site));
  for (const site of usable) {
    const at = occupied.has(site) ? foot(table, site) : ground(table, site);
    if (occupied.has(site)) {
      const alpha = chosen.length ? 0.9 : 0.5;
      drawn.push({ is: 'ring', at, radius: reach(table, occupied.get(site)), width: 0.05, tone: 'target', alpha });
    } else if (placing && table.frame.stacked) {
      drawn.push(ghost(table, { id: -1 - site, kind: placing.kind, owner: placing.seat, place: site, facing: 0 }));
    } else if (chosen.length || free.length <= MANY) {
      drawn.push({
        is: 'disc',
        at,
        radius: isBare(table.board) ? 0.2 : 0.12,
        tone: 'target',
        alpha: chosen.length ? 0.95 : 0.55,
      });
    }
  }
  if (pointed !== null && usable.has(pointed)) {
    drawn.push({
      is: 'ring',
      at: occupied.has(pointed) ? foot(table, pointed) : ground(table, pointed),
      radius: reach(table, occupied.get(pointed)) + 0.04,
      width: 0.07,
      tone: 'hover',
      alpha: 0.95,
    });
  }
  return drawn;
}

function reach(table: Table, piece: Piece | undefined): number {
  if (!piece) {
    return table.board.cells.length || table.board.lines.length ? 0.42 : 0.2;
  }
  const shape = table.shapeOf(piece);
  return shape.centred ? shape.radius + 0.02 : Math.min(0.49, shape.radius + 0.06);
}

// ---- Marks --------------------------------------------------------------------------------------------------------

export function marked(table: Table, marks: readonly MarkView[], { aids = false } = {}): Drawing[] {
  const drawn: Drawing[] = [];
  for (const mark of marks) {
    if (mark.beam) {
      drawn.push(beamOf(table, mark.beam, aids ? 0.8 : 0.3));
      continue;
    }
    const tone: Tone = aids ? (mark.seat ?? 'hint') : 'mark';
    const radius = isBare(table.board) ? 0.23 : table.frame.stacked ? 0.52 : 0.47;
    for (const site of mark.sites) {
      drawn.push({
        is: 'ring',
        at: foot(table, site),
        radius,
        width: aids ? 0.045 : 0.07,
        tone,
        alpha: 0.9,
        over: table.frame.stacked,
        pulse: !aids,
      });
    }
    drawn.push(...joined(table, mark, tone, aids));
    if (mark.of !== null && mark.of > 1 && mark.n !== null) {
      drawn.push({
        is: 'label',
        at: raised(centreOf(mark.sites.map((site) => siteAt(table.board, site))), 0.35),
        text: `${mark.n} / ${mark.of}`,
      });
    }
  }
  return drawn;
}

/** Several sites of one mark are joined: in a row by a line, else by an area. */
function joined(table: Table, mark: MarkView, tone: Tone, aids: boolean): Drawing[] {
  const points = mark.sites.map((site) => foot(table, site));
  if (points.length < 2 || (aids && points.length > 6)) {
    return [];
  }
  const corners = hull(points.map(([x, y]): [number, number] => [x, y]));
  const z = Math.max(...points.map((point) => point[2]));
  const over = table.frame.stacked;
  if (corners.length <= 2 || points.length === 2) {
    const ends = corners.length === 2 ? corners : [corners[0]!, corners[0]!];
    return [
      {
        is: 'line',
        points: ends.map(([x, y]): Vec => [x, y, z]),
        width: aids ? 0.09 : 0.16,
        tone,
        alpha: aids ? 0.55 : 0.5,
        over,
        pulse: !aids,
      },
    ];
  }
  const spots = corners.map(([x, y]): Vec => [x, y, z]);
  // A teacher points at many things at once: areas over each other would say nothing.
  if (over || aids) {
    return [];
  }
  return [
    { is: 'area', points: spots, tone, alpha: 0.25, over, pulse: true },
    { is: 'line', points: [...spots, spots[0]!], width: 0.09, tone, alpha: 0.6, over, pulse: true },
  ];
}

// ---- What effects did, or would do ----------------------------------------------------------------------------------

/** The last move stays marked: where from, where to. */
export function lastMove(table: Table, effects: readonly Effect[]): Drawing[] {
  const drawn: Drawing[] = [];
  for (const { kind, before, after, path } of effects) {
    if (kind === 'draw' && Array.isArray(after?.place)) {
      const points = after.place.map((site) => foot(table, site));
      drawn.push({ is: 'line', points, width: 0.2, tone: 'last', alpha: 0.45 });
    } else if (kind === 'slide' || kind === 'swap') {
      const way = wayOf(table.board, path.length > 1 ? path : sitesOf(before, after));
      const points = way.points.map((point) => settled(table, point));
      drawn.push({ is: 'line', points, width: 0.07, tone: 'last', alpha: 0.55 });
      drawn.push(
        ...sitesOf(before).map(
          (site): Drawing => ({ is: 'disc', at: foot(table, site), radius: 0.16, tone: 'last', alpha: 0.5 }),
        ),
      );
      drawn.push(...sitesOf(after).map((site) => spot(table, site, after)));
    } else if (kind === 'place' || kind === 'turn' || (kind === 'remove' && sitesOf(after).length)) {
      drawn.push(...sitesOf(after).map((site) => spot(table, site, after)));
    }
  }
  return drawn;
}

function spot(table: Table, site: number, piece: Piece | null): Drawing {
  return {
    is: 'ring',
    at: foot(table, site),
    radius: reach(table, piece ?? undefined) + 0.02,
    width: 0.05,
    tone: 'last',
    alpha: 0.75,
  };
}

/** Points out what effects would do: arrows for slides, ghosts for placing, crosses for removals, beams. */
export function pointedOut(table: Table, effects: readonly Effect[], tone: 'hint' | 'preview'): Drawing[] {
  const drawn: Drawing[] = [];
  for (const effect of effects) {
    drawn.push(...onePointedOut(table, effect, tone));
  }
  return drawn;
}

function onePointedOut(table: Table, effect: Effect, tone: 'hint' | 'preview'): Drawing[] {
  const { kind, before, after, path, beam } = effect;
  if (beam) {
    return [beamOf(table, beam, tone === 'hint' ? 0.75 : 0.6)];
  }
  if (kind === 'slide' || kind === 'swap') {
    const way = wayOf(table.board, path.length > 1 ? path : sitesOf(before, after));
    const points = shortened(
      way.points.map((point) => raised(settled(table, point), 0.22)),
      0.22,
    );
    const line: Drawing = { is: 'line', points, width: 0.12, tone, alpha: 0.9, over: true, arrow: true };
    return after && tone === 'preview' ? [line, ghost(table, after)] : [line];
  }
  if ((kind === 'place' || kind === 'draw') && after && typeof after.place !== 'string') {
    const rings = sitesOf(after).map(
      (site): Drawing => ({ is: 'ring', at: foot(table, site), radius: 0.46, width: 0.05, tone, alpha: 0.9 }),
    );
    return kind === 'draw' ? [ghost(table, after)] : [ghost(table, after), ...(tone === 'hint' ? rings : [])];
  }
  if (kind === 'turn' && before && after && typeof after.place === 'number') {
    return [
      {
        is: 'line',
        points: curl(table, after.place, isClockwise(table.kindOf(after), before, after)),
        width: 0.09,
        tone,
        alpha: 0.95,
        over: true,
        arrow: true,
      },
    ];
  }
  if (kind === 'flip' && after && typeof after.place === 'number') {
    const at = raised(foot(table, after.place), 0.2);
    return [
      { is: 'disc', at, radius: 0.17, tone: after.owner ?? tone, alpha: 0.95, over: true },
      { is: 'ring', at, radius: 0.2, width: 0.045, tone, alpha: 1, over: true },
    ];
  }
  if (kind === 'remove' && before && typeof before.place !== 'string') {
    const points = sitesOf(before).map((site) => raised(siteAt(table.board, site), 0.3));
    return [{ is: 'cross', at: centreOf(points), tone: 'danger', alpha: 0.95, over: true }];
  }
  return [];
}

function ghost(table: Table, piece: Piece): Drawing {
  return { is: 'ghost', pose: { ...table.rest(piece), opacity: 0.45 } };
}

function beamOf(table: Table, beam: Beam, alpha: number): Drawing {
  return { is: 'beam', points: beamPoints(table, beam), owner: beam.owner, alpha };
}
