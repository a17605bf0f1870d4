import { describe, expect, it } from 'vitest';
import { type KeyPress, matchAction } from './keys.ts';
import { press } from './testKeys.ts';

const action = (key: string, more: Partial<KeyPress> = {}) => matchAction(press(key, more), true, []);

describe('keys in a match', () => {
  it('step through the moves with arrows, unless the board has the focus', () => {
    expect([action('ArrowLeft'), action('ArrowRight')]).toEqual(['back', 'forward']);
    expect([action('ArrowLeft', { onBoard: true }), action('ArrowRight', { shift: true })]).toEqual([null, null]);
  });

  it('step anywhere with brackets, Home and End', () => {
    const keys = ['[', ']', 'Home', 'End'];
    expect(keys.map((key) => action(key, { onBoard: true }))).toEqual(['back', 'forward', 'first', 'last']);
  });

  it('are ignored in text fields and with the browser’s own shortcuts', () => {
    expect(action('h', { typing: true })).toBeNull();
    expect(action('u', { modified: true })).toBeNull();
    expect(action('Escape', { typing: true })).toBeNull();
  });

  it('undo and redo with Ctrl, even without letter keys', () => {
    const held = { modified: true, control: true };
    expect([action('z', held), action('y', held), action('Z', { ...held, shift: true })]).toEqual([
      'undo',
      'redo',
      'redo',
    ]);
    expect(matchAction(press('z', held), false, [])).toBe('undo');
    expect(action('z', { ...held, typing: true })).toBeNull();
    expect(action('r', held)).toBeNull();
  });

  it('have letters that can be switched off or reserved by the game', () => {
    expect([action('h'), action('C'), action('u'), action('r')]).toEqual(['hint', 'coach', 'undo', 'redo']);
    expect(matchAction(press('h'), false, [])).toBeNull();
    expect(matchAction(press('['), false, [])).toBeNull();
    expect(matchAction(press('Home'), false, [])).toBe('first');
    expect(matchAction(press('u'), true, ['u'])).toBeNull();
  });
});
