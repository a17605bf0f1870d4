/** What keys do in a match. The board's own keys come first, wherever it has the focus. */

export type MatchAction = 'back' | 'forward' | 'first' | 'last' | 'hint' | 'coach' | 'undo' | 'redo' | 'escape';

export interface KeyPress {
  key: string;
  /** Ctrl, Alt or Meta is held. */
  modified: boolean;
  /** Of those only Ctrl, or Meta in its place, is held: as for undo in any program. */
  control: boolean;
  shift: boolean;
  /** Something is being typed. */
  typing: boolean;
  /** The board, a list or a menu has the focus: arrows, Home and End belong to it. */
  onBoard: boolean;
}

const ANYWHERE: Record<string, MatchAction> = { '[': 'back', ']': 'forward', Home: 'first', End: 'last' };
const ELSEWHERE: Record<string, MatchAction> = { ArrowLeft: 'back', ArrowRight: 'forward' };
const LETTERS: Record<string, MatchAction> = { h: 'hint', c: 'coach', u: 'undo', r: 'redo' };
const WITH_CONTROL: Record<string, MatchAction> = { z: 'undo', y: 'redo' };

/** What a key press means for the match, if anything. `taken` are keys that the game's own verbs use. */
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

/** A press as `matchAction` sees it. */
export function keyPress(event: KeyboardEvent, typing: boolean, onBoard: boolean): KeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const modified = ctrlKey || metaKey || altKey;
  return { key, modified, control: modified && !altKey, shift: shiftKey, typing, onBoard };
}
