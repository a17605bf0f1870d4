import { describe, expect, test } from 'vitest';
import type { Board, Effect, Piece } from '#lib/net/types.ts';
import { effect, layoutOf, piece, squares } from '../testBoards.ts';
import { applyEffects, type Pose, reverseEffects } from './poses.ts';
import { buildTimeline, easeInOut, inverseEaseInOut } from './timeline.ts';

const board = squares(5, 2, [{ name: 'taken', seat: 0, x: 6, y: 0, columns: 2, pitch: 0.6, rows: 1, shape: 'rail' }]);

function play(pieces: Piece[], effects: Effect[], options = {}) {
  const timeline = buildTimeline(layoutOf(board, pieces), pieces, effects, options);
  const poses = timeline.poses();
  const at = (time: number): Map<number, Pose> => {
    timeline.at(time, poses);
    return poses;
  };
  return { timeline, at };
}

describe('a slide over pieces that turn', () => {
  const pieces = [piece(1, 0), piece(2, 1, 1), piece(3, 3, 1)];
  const effects = [
    effect('slide', pieces[0]!, piece(1, 4), { path: [0, 1, 2, 3, 4] }),
    effect('flip', pieces[1]!, piece(2, 1, 0), { step: 1 }),
    effect('flip', pieces[2]!, piece(3, 3, 0), { step: 3 }),
  ];
  const { timeline, at } = play(pieces, effects);

  test('starts and ends at the positions of the pieces', () => {
    expect(at(0).get(1)).toMatchObject({ x: 0, y: 0, z: 0 });
    expect(at(timeline.duration).get(1)).toMatchObject({ x: 4, y: 0, z: expect.closeTo(0) });
    expect(timeline.after).toEqual(applyEffects(pieces, effects));
  });

  test('goes straight along its line, lifted over what it passes', () => {
    const halfway = at(timeline.duration / 2).get(1)!;
    expect(halfway.y).toBe(0);
    expect(halfway.x).toBeGreaterThan(0);
    expect(halfway.x).toBeLessThan(4);
    expect(halfway.z).toBeGreaterThan(0.2);
  });

  test('turns each piece as it passes', () => {
    const begins = (id: number) => {
      for (let time = 0; time <= timeline.duration; time += 5) {
        if (at(time).get(id)!.flip > 0) {
          return { time, x: at(time).get(1)!.x };
        }
      }
      throw new Error('never turned');
    };
    const [one, other] = [begins(2), begins(3)];
    expect(one.x).toBeCloseTo(1, 0);
    expect(other.x).toBeCloseTo(3, 0);
    expect(other.time).toBeGreaterThan(one.time);
    expect(at(timeline.duration).get(2)).toMatchObject({ owner: 0, flip: 0 });
  });

  test('can be played backwards to the start', () => {
    const after = applyEffects(pieces, effects);
    const back = play(after, effects, { backwards: true });
    expect(back.timeline.after).toEqual(pieces);
    expect(back.at(back.timeline.duration).get(1)).toMatchObject({ x: 0 });
    expect(back.at(back.timeline.duration).get(2)).toMatchObject({ owner: 1, flip: 0 });
  });

  test('can be sampled in any order', () => {
    const late = { ...at(400).get(1)! };
    at(10);
    expect(at(400).get(1)).toEqual(late);
  });
});

test('a slide along a loop follows the arc', () => {
  // Three quarters of a circle round the corner (0, 0), outside the board: from (0, 1) to (1, 0).
  const arcs: Board['arcs'] = [{ name: 'loop', style: 'track', centre: [0, 0, 0], radius: 1, start: 90, sweep: 270 }];
  const pieces = [piece(1, 1)];
  const slide = effect('slide', pieces[0]!, piece(1, 5), { path: [1, 'loop', 5] });
  const timeline = buildTimeline(layoutOf({ ...board, arcs }, pieces), pieces, [slide]);
  const poses = timeline.poses();
  timeline.at(timeline.duration / 2, poses);
  const { x, y } = poses.get(1)!;
  expect(x).toBeCloseTo(-Math.SQRT1_2, 1);
  expect(y).toBeCloseTo(-Math.SQRT1_2, 1);
});

test('phases follow one another', () => {
  const pieces = [piece(1, 0), piece(2, 4, 1)];
  const { timeline, at } = play(pieces, [
    effect('slide', pieces[0]!, piece(1, 1), { path: [0, 1] }),
    effect('remove', pieces[1]!, piece(2, 'taken', 1), { phase: 1 }),
  ]);
  for (let time = 0; time < timeline.duration; time += 10) {
    const poses = at(time);
    if (poses.get(1)!.x < 1 - 1e-6) {
      expect(poses.get(2)).toMatchObject({ x: 4, z: 0 });
    }
  }
  expect(at(timeline.duration).get(2)!.scale).toBeLessThan(1);
});

test('a new piece is invisible at first, a removed one at the end', () => {
  const stays = piece(1, 0);
  const { timeline, at } = play(
    [stays, piece(2, 1)],
    [effect('place', null, piece(7, 2)), effect('remove', piece(2, 1), null)],
  );
  expect([at(0).get(7)!.opacity, at(0).get(2)!.opacity]).toEqual([0, 1]);
  const end = at(timeline.duration);
  expect([end.get(7)!.opacity, end.get(2)!.opacity]).toEqual([1, 0]);
});

test('a piece from a tray falls onto its site, and a removed one leaves for the tray', () => {
  const pieces = [piece(1, 'taken'), piece(2, 1)];
  const { timeline, at } = play(pieces, [
    effect('place', pieces[0]!, piece(1, 2)),
    effect('remove', pieces[1]!, piece(2, 'taken')),
  ]);
  const [start, halfway] = [0, timeline.duration / 2].map((time) => new Map(structuredClone([...at(time)])));
  const end = at(timeline.duration);
  expect(start!.get(1)!.x).toBeGreaterThan(4);
  expect(end.get(1)).toMatchObject({ x: 2, z: expect.closeTo(0) });
  expect(start!.get(2)).toMatchObject({ x: 1, z: expect.closeTo(0) });
  expect(end.get(2)!.x).toBeGreaterThan(4);
  for (const id of [1, 2]) {
    const { z } = halfway!.get(id)!;
    expect(z).toBeGreaterThan(Math.max(start!.get(id)!.z, end.get(id)!.z) + 0.5);
    expect([start, halfway, end].map((poses) => poses!.get(id)!.opacity)).toEqual([1, 1, 1]);
  }
});

test('a turn takes the short way', () => {
  const before = piece(1, 0, 0, 'glass', 0);
  const { timeline, at } = play([before], [effect('turn', before, piece(1, 0, 0, 'glass', 3))]);
  expect(at(timeline.duration / 2).get(1)!.angle).toBeCloseTo(-45);
});

test('a destroyed piece bursts after the beam has reached it', () => {
  const victim = piece(2, 4, 1);
  const beam = { owner: 0, path: [0, 4], pieces: [2], end: 'destroyed', towards: '' } as const;
  const { timeline, at } = play(
    [piece(1, 0), victim],
    [
      effect('slide', piece(1, 0), piece(1, 1), { path: [0, 1] }),
      effect('beam', null, null, { beam: { ...beam, path: [...beam.path], pieces: [...beam.pieces] }, phase: 1 }),
      effect('remove', victim, null, { phase: 2 }),
    ],
  );
  // The move, the laser and what it destroys are heard one after another.
  expect(timeline.cues.map((cue) => cue.what)).toEqual(['slide', 'place', 'beam', 'burst']);
  const burst = timeline.cues.find((cue) => cue.what === 'burst')!;
  expect(burst.at).toBeGreaterThanOrEqual(timeline.beams[0]!.arrive);
  expect(at(burst.at - 1).get(2)!.opacity).toBe(1);
  expect(at(timeline.duration).get(2)!.opacity).toBe(0);
});

test('a beam that leaves the board continues a little beyond the edge', () => {
  const beam = { owner: 0, path: [0, 4], pieces: [], end: 'left', towards: 'E' } as const;
  const { timeline } = play([], [effect('beam', null, null, { beam: { ...beam, path: [0, 4], pieces: [] } })]);
  expect(timeline.beams[0]!.way.points.at(-1)![0]).toBeGreaterThan(4.5);
});

test('effects reversed twice are the same', () => {
  const effects = [
    effect('slide', piece(1, 0), piece(1, 4), { path: [0, 1, 2, 3, 4] }),
    effect('flip', piece(2, 1, 1), piece(2, 1, 0), { step: 1 }),
    effect('remove', piece(3, 2), null, { phase: 1 }),
  ];
  expect(reverseEffects(reverseEffects(effects))).toEqual(effects);
});

test('easing can be inverted', () => {
  for (const part of [0, 0.1, 0.5, 0.8, 1]) {
    expect(inverseEaseInOut(easeInOut(part))).toBeCloseTo(part);
  }
});
