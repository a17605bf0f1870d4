/** Keys of a match. While the board has the focus, its own keys take precedence. */

export type MatchAction = 'back' | 'forward' | 'first' | 'last' | 'hint' | 'coach' | 'undo' | 'redo' | 'escape';

export interface KeyPress {
  key: string;
  /** Ctrl, Alt or Meta is held. */
  modified: boolean;
  /** Of those, only Ctrl or Meta is held. */
  control: boolean;
  shift: boolean;
  /** The focus is in a text field. */
  typing: boolean;
  /** The board, a list or a menu has the focus and uses the arrows, Home and End. */
  onBoard: boolean;
}

const ANYWHERE: Record<string, MatchAction> = { '[': 'back', ']': 'forward', Home: 'first', End: 'last' };
const ELSEWHERE: Record<string, MatchAction> = { ArrowLeft: 'back', ArrowRight: 'forward' };
const LETTERS: Record<string, MatchAction> = { h: 'hint', c: 'coach', u: 'undo', r: 'redo' };
const WITH_CONTROL: Record<string, MatchAction> = { z: 'undo', y: 'redo' };

/** Return the action of a key press. `taken` are keys of the game's own verbs. */
export function matchAction(press: KeyPress, letters: boolean, taken: readonly string[]): MatchAction | null {
  if (press.typing) {
    return null;
  }
  const letter = press.key.toLowerCase();
  if (press.control) {
    return letter === 'z' && press.shift ? 'redo' : (WITH_CONTROL[letter] ?? null);
  }
  if (press.modified) {
    return null;
  }
  if (press.key === 'Escape') {
    return 'escape';
  }
  if (press.key.length === 1 && !letters) {
    return null;
  }
  return (
    ANYWHERE[press.key] ??
    (press.onBoard || press.shift ? undefined : ELSEWHERE[press.key]) ??
    (taken.includes(letter) ? undefined : LETTERS[letter]) ??
    null
  );
}

/** Convert a keyboard event for `matchAction`. */
export function keyPress(event: KeyboardEvent, typing: boolean, onBoard: boolean): KeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const modified = ctrlKey || metaKey || altKey;
  return { key, modified, control: modified && !altKey, shift: shiftKey, typing, onBoard };
}
