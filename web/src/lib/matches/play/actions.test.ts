import { describe, expect, it, test, vi } from 'vitest';
import type { MatchModel } from '../model.svelte.ts';
import type { View } from '../view.ts';
import { runAction } from './actions.ts';

function matchWith(link: string) {
  const announcer = { announce: vi.fn() };
  const model = { link, announcer, can: () => false, takeBack: vi.fn(), redo: vi.fn() };
  return { model: model as unknown as MatchModel, ...model };
}

test('an undo that is not possible is sent all the same: the refusal says why', () => {
  const { model, takeBack, redo } = matchWith('open');
  runAction('undo', model);
  runAction('redo', model);
  expect(takeBack).toHaveBeenCalledOnce();
  expect(redo).toHaveBeenCalledOnce();
});

test('without a connection undo says so, and nothing is sent later', () => {
  const { model, takeBack, announcer } = matchWith('lost');
  runAction('undo', model);
  expect(takeBack).not.toHaveBeenCalled();
  expect(announcer.announce).toHaveBeenCalledWith(expect.stringContaining('connection'), 'error');
});

describe('help that is not possible now says why', () => {
  const never = 'Help is not allowed in this game.';
  const watching = 'You are watching this game.';
  it.each([
    ['hint', ['move'], [0], never],
    ['coach', ['move'], [0], never],
    ['hint', ['hint'], [0], 'It is Bo’s turn.'],
    ['hint', [], [], watching],
    ['coach', [], [], watching],
  ] as const)('%s, allowed: %j, own seats: %j', (action, can, seats, text) => {
    const { model, announcer } = matchWith('open');
    const players = [{ player: { is: 'guest' } }, { player: { is: 'guest' } }];
    Object.assign(model, {
      view: { state: { status: 'running', seats: players }, you: { seats, can } } as unknown as View,
      can: (what: string) => can.some((one) => one === what),
      locked: text,
      help: { coachOpen: false },
      review: { on: false },
    });
    runAction(action, model);
    expect(announcer.announce).toHaveBeenCalledExactlyOnceWith(text, 'error');
  });
});
