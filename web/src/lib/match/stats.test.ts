import { describe, expect, it } from 'vitest';
import type { Effect, ReplayView, TurnView } from '#lib/api/types.ts';
import { countedKinds, curve, leads, statistics } from './stats.ts';

const effect = (kind: Effect['kind'], owner: number | null = 0, place: number | string = 3): Effect => ({
  kind,
  before: { id: 1, kind: 'disc', owner, place, facing: 0 },
  after: null,
  phase: 0,
  path: [],
  step: null,
  beam: null,
});

const turn = (seat: number, ...moves: [ply: number, spent: number][]): TurnView => ({
  seat,
  text: '',
  moves: moves.map(([ply, spent]) => ({ ply, spent, text: '', at: 0, automatic: false })),
  complete: true,
});

const turns = [turn(0, [1, 2000]), turn(1, [2, 500], [3, 4000]), turn(0, [4, 1000])];

describe('a game in numbers', () => {
  it('counts turns and times for each seat', () => {
    const [first, second] = statistics(turns, [], 2);
    expect(first).toMatchObject({ turns: 2, time: 3000, longest: 2000, longestTurn: 1 });
    expect(second).toMatchObject({ turns: 1, time: 4500, longest: 4500, longestTurn: 2 });
  });

  it('counts what moves did; taken is what others lost from the board', () => {
    const effects = [
      [effect('slide'), effect('remove', 1), effect('remove', 0)],
      [effect('flip'), effect('flip')],
      [effect('remove', 0, 'reserve')],
      [effect('beam'), effect('remove', 1)],
    ];
    const stats = statistics(turns, effects, 2);
    expect(stats[0]?.counts).toMatchObject({ slide: 1, taken: 2, flip: 0 });
    expect(stats[1]?.counts).toMatchObject({ flip: 2, taken: 0 });
    expect(countedKinds(stats)).toEqual(['taken', 'slide', 'flip']);
  });

  it('follows who was ahead from turn to turn', () => {
    const replay = {
      chances: [
        [0.5, 0.5],
        [0.6, 0.4],
        [0.9, 0.1],
        [0.3, 0.7],
        [1, 0],
      ],
    } as unknown as ReplayView;
    expect(leads(replay, turns)).toEqual([
      [0.5, 0.6, 0.3, 1],
      [0.5, 0.4, 0.7, 0],
    ]);
    expect(leads({ chances: [] } as unknown as ReplayView, turns)).toEqual([]);
  });

  it('draws a curve', () => {
    expect(curve([0, 1, 0.5], 100, 40)).toBe('M0.0 40.0L50.0 0.0L100.0 20.0');
    expect(curve([1], 100, 40)).toBe('M0.0 0.0');
  });
});
