import { expect, test } from 'vitest';
import { deedOf } from './keys.ts';

const press = (key: string, more: object = {}) => ({
  key,
  modified: false,
  control: false,
  shift: false,
  typing: false,
  onBoard: false,
  ...more,
});

test('one walks with arrows beside the board, and with brackets anywhere', () => {
  expect(deedOf(press('ArrowLeft'), true, [])).toBe('back');
  expect(deedOf(press('ArrowLeft', { onBoard: true }), true, [])).toBeNull();
  expect(deedOf(press(']', { onBoard: true }), true, [])).toBe('forward');
  expect(deedOf(press('End'), false, [])).toBe('last');
});

test('letters are left to fields, to verbs of the game, and to those who want none', () => {
  expect(deedOf(press('l'), true, [])).toBe('engine');
  expect(deedOf(press('l', { typing: true }), true, [])).toBeNull();
  expect(deedOf(press('l'), true, ['l'])).toBeNull();
  expect(deedOf(press('l'), false, [])).toBeNull();
  expect(deedOf(press('l', { modified: true }), true, [])).toBeNull();
});
