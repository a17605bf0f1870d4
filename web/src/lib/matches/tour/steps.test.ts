import { describe, expect, it, test } from 'vitest';
import type { LegalMoveView } from '#lib/net/types.ts';
import type { View } from '../view.ts';
import { countOwnMoves, isStepDone, moveGesture, tourSteps } from './steps.ts';

const start = { moves: 4, previews: 1, views: 0 };
const ALL = tourSteps({ touch: false, gesture: 'piece', helps: true });

test('a step of the tour is done by what it asks for, and by nothing else', () => {
  const deeds = {
    play: { ...start, moves: 5 },
    preview: { ...start, previews: 2 },
    undo: { ...start, moves: 2 },
    view: { ...start, views: 1 },
  };
  expect(ALL).toEqual(['play', 'preview', 'undo', 'view']);
  for (const step of ALL) {
    expect(isStepDone(step, start, start)).toBe(false);
    for (const other of ALL) {
      expect(isStepDone(step, start, deeds[other])).toBe(step === other);
    }
  }
});

describe('how a move is entered', () => {
  const legal = (...paths: LegalMoveView['paths']) => [{ index: 0, text: '', paths }];
  it.each([
    ['Pylos and YINSH at the start', legal([3]), [], 'place'],
    ['Pylos with balls to raise', [...legal([3, 20]), ...legal([7])], [3], 'place'],
    ['Sim', legal([0, 1], [1, 0]), [], 'points'],
    ['Surakarta', legal([4, 10]), [4], 'piece'],
    ['Laser Chess', [...legal([4, 5]), ...legal([4, 'left'])], [4], 'piece'],
    ['a verb beside pieces', [...legal(['pass']), ...legal([4, 10])], [4], 'piece'],
  ] as const)('%s', (_, moves, own, gesture) => {
    expect(moveGesture(moves, (site) => own.some((one) => one === site))).toBe(gesture);
  });
});

describe('steps that cannot be performed are left out', () => {
  it.each(['place', 'points'] as const)('a preview by touch where nothing is dragged (%s)', (gesture) => {
    expect(tourSteps({ touch: true, gesture, helps: true })).toEqual(['play', 'undo', 'view']);
    expect(tourSteps({ touch: false, gesture, helps: true })).toEqual(ALL);
  });
  it('undo and hints in a game between people', () => {
    expect(tourSteps({ touch: true, gesture: 'piece', helps: false })).toEqual(['play', 'preview', 'view']);
  });
});

test('moves of a bot are not the viewer’s', () => {
  const turn = (seat: number, moves: number) => ({ seat, moves: Array(moves).fill({}) });
  const seats = ['bot', 'guest'].map((is) => ({ player: { is } }));
  const view = { you: { seats: [1] }, state: { seats }, turns: [turn(0, 1), turn(1, 2), turn(0, 3)] };
  expect(countOwnMoves(view as unknown as View)).toBe(2);
});
