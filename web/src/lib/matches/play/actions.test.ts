import { expect, test, vi } from 'vitest';
import type { MatchModel } from '../model.svelte.ts';
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
