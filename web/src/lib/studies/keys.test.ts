import { expect, test } from 'vitest';
import { press } from '#lib/matches/play/testKeys.ts';
import { analysisAction } from './keys.ts';

test('arrows navigate outside the board, brackets anywhere', () => {
  expect(analysisAction(press('ArrowLeft'), true, [])).toBe('back');
  expect(analysisAction(press('ArrowLeft', { onBoard: true }), true, [])).toBeNull();
  expect(analysisAction(press(']', { onBoard: true }), true, [])).toBe('forward');
  expect(analysisAction(press('End'), false, [])).toBe('last');
});

test('letter keys are ignored in fields, for the game’s verbs, and when switched off', () => {
  expect(analysisAction(press('l'), true, [])).toBe('engine');
  expect(analysisAction(press('l', { typing: true }), true, [])).toBeNull();
  expect(analysisAction(press('l'), true, ['l'])).toBeNull();
  expect(analysisAction(press('l'), false, [])).toBeNull();
  expect(analysisAction(press('l', { modified: true }), true, [])).toBeNull();
});
