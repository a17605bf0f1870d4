import { expect, test } from 'vitest';
import { press } from '#lib/matches/play/testKeys.ts';
import { analysisAction } from './keys.ts';

test('one walks with arrows beside the board, and with brackets anywhere', () => {
  expect(analysisAction(press('ArrowLeft'), true, [])).toBe('back');
  expect(analysisAction(press('ArrowLeft', { onBoard: true }), true, [])).toBeNull();
  expect(analysisAction(press(']', { onBoard: true }), true, [])).toBe('forward');
  expect(analysisAction(press('End'), false, [])).toBe('last');
});

test('letters are left to fields, to verbs of the game, and to those who want none', () => {
  expect(analysisAction(press('l'), true, [])).toBe('engine');
  expect(analysisAction(press('l', { typing: true }), true, [])).toBeNull();
  expect(analysisAction(press('l'), true, ['l'])).toBeNull();
  expect(analysisAction(press('l'), false, [])).toBeNull();
  expect(analysisAction(press('l', { modified: true }), true, [])).toBeNull();
});
