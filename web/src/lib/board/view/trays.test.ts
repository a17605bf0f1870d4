import { describe, expect, test } from 'vitest';
import type { Tray } from '#lib/net/types.ts';
import { BoardLayout } from '../animation/poses.ts';
import { KINDS, piece, slotsOf, squares } from '../testBoards.ts';
import { contains, frameOf } from './geometry.ts';
import { TraySlots } from './traySlots.ts';
import { chooseTrayPlaces, planTrays, trayBounds, trayRails } from './trays.ts';

const RAIL = { rows: 1, shape: 'rail' };
const right: Tray = { name: 'mine', seat: 0, x: 3, y: 0, columns: 2, pitch: 1, ...RAIL };
const left: Tray = { name: 'yours', seat: 1, x: -2, y: 2, columns: 2, pitch: 1, ...RAIL };
const pool: Tray = { name: 'pool', seat: null, x: 3, y: 2, columns: 2, pitch: 1, ...RAIL };
const frame = frameOf(squares(3, 3, [right, left, pool]));
const none = new TraySlots([]);

describe('trays', () => {
  test('are placed so that the board is largest, then the trays', () => {
    expect(chooseTrayPlaces(frame, none, { width: 900, height: 500 }, false)).toBe('beside');
    expect(chooseTrayPlaces(frame, none, { width: 500, height: 500 }, false)).toBe('short');
    const alone = frameOf(
      squares(6, 5, [
        { ...left, y: 8, columns: 8 },
        { ...right, y: -3, columns: 8 },
      ]),
    );
    const places = (height: number, verbs: boolean) => chooseTrayPlaces(alone, none, { width: 360, height }, verbs);
    expect([places(440, false), places(440, true), places(520, true)]).toEqual(['long', 'short', 'long']);
  });

  test('report when they need more room, but not when pieces return', () => {
    const slots = new TraySlots(frame.board.trays);
    const empty = slots.capacityKey;
    slots.follow([piece(1, 'mine'), piece(2, 'mine')]);
    expect(slots.capacityKey).toBe(empty);
    slots.follow([piece(1, 'mine'), piece(2, 'mine'), piece(3, 'mine')]);
    const full = slots.capacityKey;
    expect(full).not.toBe(empty);
    slots.follow([]);
    expect(slots.capacityKey).toBe(full);
  });

  test('of one seat side by side are one rail, wide and narrow, with different places', () => {
    const seat = { x: 5, columns: 1, pitch: 1, shape: 'rail' };
    const trays: Tray[] = [
      { ...seat, name: 'hand', seat: 0, y: 0, rows: 4 },
      { ...seat, name: 'taken', seat: 0, y: 3, rows: 2 },
      { ...seat, name: 'other', seat: 1, x: -3, y: 3, rows: 4 },
      { ...seat, name: 'bowl', seat: null, x: -3, y: 0, rows: 20, shape: 'bowl' },
    ];
    const wider = frameOf(squares(6, 6, trays));
    const slots = new TraySlots(trays);
    for (const where of ['beside', 'short'] as const) {
      const plans = planTrays(wider, slots, where);
      const rails = trayRails(plans, slots);
      expect(rails.map((rail) => rail.seat)).toEqual([0, 1, null]);
      expect([...plans.values()].filter((plan) => plan.further).map((plan) => plan.tray.name)).toEqual(['taken']);
      expect(rails.map((rail) => rail.bowl)).toEqual([false, false, true]);
      for (const { bounds } of rails) {
        const [left, front, right, back] = wider.bounds;
        const beside = bounds[0] > right || bounds[2] < left || bounds[1] > back || bounds[3] < front;
        expect(beside).toBe(true);
      }
    }
  });

  test('have room from the beginning for as many pieces as they were declared for', () => {
    const tray: Tray = { name: 'hand', seat: 0, x: 5, y: 0, columns: 2, pitch: 1, rows: 3, shape: 'rail' };
    const slots = new TraySlots([tray]);
    const empty = [slots.capacityKey, slots.used('hand')];
    slots.follow(Array.from({ length: 6 }, (_, n) => piece(n, 'hand')));
    expect([slots.capacityKey, slots.used('hand')]).toEqual(empty);
  });
});

describe('trays on a wide screen', () => {
  test('lie beside the slab', () => {
    const plans = planTrays(frame, none, 'beside');
    expect(trayBounds(plans.get('mine')!, 0)[0]).toBeGreaterThan(frame.bounds[2]);
    expect(trayBounds(plans.get('yours')!, 0)[2]).toBeLessThan(frame.bounds[0]);
  });

  test('have the fewest columns with which they are not longer than the board', () => {
    const reserve: Tray = { ...right, x: 6, columns: 2, rows: 8 };
    const board = frameOf(squares(5, 5, [reserve, { ...left, columns: 2, rows: 40, y: 0 }]));
    const [mine, yours] = [...planTrays(board, new TraySlots(board.board.trays), 'beside').values()];
    const depth = board.bounds[3] - board.bounds[1];
    expect(mine!.columns).toBe(1);
    expect(mine!.pitch + 15 * mine!.step).toBeLessThanOrEqual(depth + 1e-9);
    expect(yours!.columns).toBeGreaterThan(2);
    expect(Math.ceil(80 / yours!.columns) * yours!.pitch).toBeLessThanOrEqual(depth + 1e-9);
  });

  test('lie in turn left and right in a long column, larger than in a line, and do not overlap', () => {
    const reserve: Tray = { ...right, x: 6, columns: 2, rows: 8 };
    const { board, bounds } = frameOf(squares(5, 5, [reserve]));
    const pieces = Array.from({ length: 16 }, (_, n) => piece(n, 'mine'));
    const slots = slotsOf(board, pieces);
    const plan = planTrays(frameOf(board), slots, 'beside').get('mine')!;
    expect(plan.pitch).toBeGreaterThan((1.3 * (bounds[3] - bounds[1])) / 16);
    const spots = pieces.map(({ id }) => slots.at(id, plan, 0));
    const [left, front, far, back] = trayBounds(plan, 16);
    for (const [n, [x, y]] of spots.entries()) {
      for (const other of spots.slice(n + 1)) {
        expect(Math.hypot(x - other[0], y - other[1])).toBeGreaterThanOrEqual(plan.pitch - 1e-9);
      }
      expect(Math.min(x - left, far - x, y - front, back - y)).toBeGreaterThanOrEqual(plan.pitch / 2);
    }
  });
});

describe('trays on a narrow screen', () => {
  test('lie before and behind the slab, and never over each other', () => {
    const pieces = Array.from({ length: 7 }, (_, n) => piece(n, 'mine'));
    const plans = planTrays(frame, slotsOf(frame.board, pieces), 'short');
    const [mine, yours, shared] = [
      trayBounds(plans.get('mine')!, 7),
      trayBounds(plans.get('yours')!, 0),
      trayBounds(plans.get('pool')!, 0),
    ];
    expect(mine[3]).toBeLessThan(frame.bounds[1]);
    expect(yours[1]).toBeGreaterThan(frame.bounds[3]);
    expect(shared[1]).toBeGreaterThan(frame.bounds[3]);
    expect(shared[0] > yours[2] || shared[1] > yours[3] - 0.2).toBe(true);
  });

  test('lie side by side as far as the slab is broad', () => {
    const small = (name: string): Tray => ({ name, seat: null, x: 9, y: 4, columns: 2, pitch: 1, ...RAIL });
    const broad = frameOf(squares(6, 6, ['a', 'b', 'c', 'd', 'e'].map(small)));
    const [a, b, c, d, e] = [...planTrays(broad, none, 'short').values()].map((plan) => trayBounds(plan, 0));
    expect(a![1]).toBe(b![1]);
    expect(a![2]).toBeLessThan(b![0]);
    expect(b![2]).toBeLessThan(c![0]);
    expect(c![2]).toBeLessThan(d![0]);
    expect(e![1]).toBeGreaterThan(a![3] - 0.2);
  });

  test('lie alone at the right hand of their player, in one row or two, clear of the view buttons', () => {
    const reserve = (name: string, y: number, rows: number): Tray => ({
      ...right,
      name,
      y,
      rows,
      seat: y < 0 ? 0 : 1,
      x: 2,
    });
    const long = frameOf(squares(5, 5, [reserve('front', -3, 8), reserve('behind', 8, 4)]));
    const plans = planTrays(long, slotsOf(long.board, []), 'short');
    const [front, behind] = [trayBounds(plans.get('front')!, 16), trayBounds(plans.get('behind')!, 8)];
    const [middle] = long.centre;
    const rows = (bounds: readonly number[], pitch: number) => Math.round((bounds[3]! - bounds[1]! - 0.16) / pitch);
    expect([rows(front, plans.get('front')!.pitch), rows(behind, plans.get('behind')!.pitch)]).toEqual([2, 1]);
    expect((front[0] + front[2]) / 2).toBeGreaterThan(middle);
    expect(behind[0]).toBeGreaterThanOrEqual(long.bounds[0]);
    expect(behind[2] - long.bounds[0]).toBeLessThan(0.68 * (long.bounds[2] - long.bounds[0]));
  });
});

describe('trays of a hexagonal board', () => {
  test('hold a shared pool in a bowl in the free corner, which takes no room from the board', () => {
    const seat = { columns: 1, pitch: 1.15, shape: 'rail' };
    const trays: Tray[] = [
      { name: 'pool', seat: null, x: -7, y: -3, columns: 1, pitch: 0.62, rows: 51, shape: 'bowl' },
      { ...seat, name: 'hand', seat: 0, x: 7, y: -4, rows: 5 },
      { ...seat, name: 'theirs', seat: 1, x: -7, y: 4, rows: 5 },
    ];
    const board = frameOf({ ...squares(9, 9, trays), outline: 'hexagon' });
    const slots = new TraySlots(trays);
    const plans = planTrays(board, slots, 'beside');
    const bounds = (name: string) => trayBounds(plans.get(name)!, slots.used(name));
    const [left, front, right] = bounds('pool');
    expect(left).toBeGreaterThan(bounds('theirs')[0] - 0.5);
    expect(front).toBeGreaterThan(board.bounds[1] - 1);
    const plan = plans.get('pool')!;
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.1) {
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => (part * (right - left)) / 2) as [number, number];
      expect(contains(board.outline, plan.x + x, plan.y + y)).toBe(false);
    }
  });

  test('lie in its corners on a narrow screen, clear of it and of each other', () => {
    const seat = { columns: 1, pitch: 1.15, shape: 'rail' };
    const trays: Tray[] = [
      { name: 'pool', seat: null, x: -7, y: -3, columns: 1, pitch: 0.62, rows: 51, shape: 'bowl' },
      { ...seat, name: 'hand', seat: 0, x: 7, y: -4, rows: 5 },
      { ...seat, name: 'removed', seat: 0, x: 7, y: 2, rows: 3 },
      { ...seat, name: 'theirs', seat: 1, x: -7, y: 4, rows: 5 },
    ];
    const hexagon = frameOf({ ...squares(8, 8, trays), outline: 'hexagon' });
    const slots = new TraySlots(trays);
    const plans = planTrays(hexagon, slots, 'short');
    const bounds = (name: string) => trayBounds(plans.get(name)!, slots.used(name));
    const [middle] = hexagon.centre;
    expect(bounds('hand')[0]).toBeGreaterThan(middle);
    expect(bounds('pool')[2]).toBeLessThan(middle);
    expect(bounds('theirs')[2]).toBeLessThan(middle);
    expect(trayRails(plans, slots).map((rail) => rail.seat)).toEqual([null, 0, 1]);
    // Most of a tray's depth is beside the corner of the hexagon, not before it.
    const [, front, , back] = hexagon.bounds;
    expect(front - bounds('hand')[1]).toBeLessThan(0.6);
    expect(bounds('theirs')[3] - back).toBeLessThan(0.6);
    for (const name of ['pool', 'hand', 'removed', 'theirs']) {
      const [l, f, r, b] = bounds(name);
      for (const [x, y] of [
        [l, f],
        [r, f],
        [l, b],
        [r, b],
      ] as const) {
        expect(contains(hexagon.outline, x, y)).toBe(false);
      }
    }
  });
});

describe('pieces in trays', () => {
  test('keep their slots while others come and go', () => {
    const plan = planTrays(frame, none, 'beside').get('mine')!;
    const slots = slotsOf(frame.board, [piece(1, 'mine'), piece(2, 'mine'), piece(3, 'mine')]);
    const third = slots.at(3, plan, 0);
    slots.follow([piece(2, 'mine'), piece(3, 'mine'), piece(1, 4)]);
    expect(slots.at(3, plan, 0)).toEqual(third);
    slots.follow([piece(2, 'mine'), piece(3, 'mine'), piece(9, 'mine')]);
    expect(slots.at(9, plan, 0)).toEqual([plan.x, plan.y, 0]);
    expect(slots.used('mine')).toBe(3);
    slots.follow([piece(2, 'mine')]);
    expect(slots.used('mine')).toBe(3);
  });

  test('are piled without gaps when the lowest one is removed', () => {
    const pieces = Array.from({ length: 20 }, (_, n) => piece(n, 'pool', null));
    const slots = slotsOf(frame.board, pieces);
    const plan = planTrays(frame, slots, 'beside').get('pool')!;
    expect(plan.pile).toBeGreaterThan(1);
    const high = slots.at(1, plan, 0)[2];
    expect(high).toBeGreaterThan(0);
    slots.follow(pieces.slice(1));
    expect(slots.at(1, plan, 0)[2]).toBe(0);
  });

  test('show the colours of both seats if they have two sides and belong to nobody', () => {
    const tray: Tray = { ...pool, name: 'bowl', shape: 'bowl', rows: 20 };
    const stock = [0, 1, 2].map((id) => piece(id, 'bowl', null, 'marker'));
    const board = squares(3, 3, [tray]);
    const marker = { ...KINDS[0]!, name: 'marker', shape: 'marker' };
    const layout = new BoardLayout(frameOf(board), [marker], 2, slotsOf(board, stock), 'beside');
    const sides = stock.map((one) => layout.restPose(one)).map(({ owner, under }) => [owner, under]);
    expect(sides).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
  });
});

describe('pieces in a bowl', () => {
  test('are heaped inside its rim', () => {
    const tray: Tray = { name: 'bowl', seat: null, x: 5, y: 0, columns: 1, pitch: 0.7, rows: 51, shape: 'bowl' };
    const board = frameOf(squares(6, 6, [tray]));
    const pieces = Array.from({ length: 51 }, (_, n) => piece(n, 'bowl', null));
    const slots = slotsOf(board.board, pieces);
    const plan = planTrays(board, slots, 'beside').get('bowl')!;
    const [left, , right] = trayBounds(plan, 51);
    for (const { id } of pieces) {
      const [x, y] = slots.at(id, plan, 0);
      expect(Math.hypot(x - plan.x, y - plan.y)).toBeLessThan((right - left) / 2 - 0.2);
    }
  });

  test('lie beside each other without running through each other', () => {
    const tray: Tray = { name: 'bowl', seat: null, x: 5, y: 0, columns: 1, pitch: 0.7, rows: 51, shape: 'bowl' };
    const { board } = frameOf(squares(6, 6, [tray]));
    const pieces = Array.from({ length: 17 }, (_, n) => piece(n, 'bowl', null));
    const layout = new BoardLayout(frameOf(board), KINDS, 2, slotsOf(board, pieces), 'beside');
    const poses = pieces.map((one) => ({ ...layout.restPose(one), radius: layout.shapeOf(one).radius }));
    for (const [n, one] of poses.entries()) {
      for (const other of poses.slice(n + 1)) {
        const apart = Math.hypot(one.x - other.x, one.y - other.y);
        expect(apart).toBeGreaterThanOrEqual(one.scale * one.radius + other.scale * other.radius);
      }
    }
  });
});
