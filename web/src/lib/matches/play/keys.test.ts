import { describe, expect, it } from 'vitest';
import { deedOf, type Press } from './keys.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  modified: false,
  control: false,
  shift: false,
  typing: false,
  onBoard: false,
  ...more,
});
const deed = (key: string, more: Partial<Press> = {}) => deedOf(press(key, more), true, []);

describe('keys in a match', () => {
  it('step through the moves with arrows, unless the board has the focus', () => {
    expect([deed('ArrowLeft'), deed('ArrowRight')]).toEqual(['back', 'forward']);
    expect([deed('ArrowLeft', { onBoard: true }), deed('ArrowRight', { shift: true })]).toEqual([null, null]);
  });

  it('step anywhere with brackets, Home and End', () => {
    const keys = ['[', ']', 'Home', 'End'];
    expect(keys.map((key) => deed(key, { onBoard: true }))).toEqual(['back', 'forward', 'first', 'last']);
  });

  it('leave a field that is typed in, and the browser’s own keys, alone', () => {
    expect(deed('h', { typing: true })).toBeNull();
    expect(deed('u', { modified: true })).toBeNull();
    expect(deed('Escape', { typing: true })).toBeNull();
  });

  it('take back and play again with Ctrl as anywhere, also without letters', () => {
    const held = { modified: true, control: true };
    expect([deed('z', held), deed('y', held), deed('Z', { ...held, shift: true })]).toEqual(['undo', 'redo', 'redo']);
    expect(deedOf(press('z', held), false, [])).toBe('undo');
    expect(deed('z', { ...held, typing: true })).toBeNull();
    expect(deed('r', held)).toBeNull();
  });

  it('have letters that can be switched off, or belong to the game', () => {
    expect([deed('h'), deed('C'), deed('u'), deed('r')]).toEqual(['hint', 'lens', 'undo', 'redo']);
    expect(deedOf(press('h'), false, [])).toBeNull();
    expect(deedOf(press('['), false, [])).toBeNull();
    expect(deedOf(press('Home'), false, [])).toBe('first');
    expect(deedOf(press('u'), true, ['u'])).toBeNull();
  });
});
