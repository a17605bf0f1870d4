/** What keys do in a match. The board's own keys come first, wherever it has the focus. */

export type Deed = 'back' | 'forward' | 'first' | 'last' | 'hint' | 'lens' | 'undo' | 'escape';

export interface Press {
  key: string;
  /** Ctrl, Alt or Meta is held. */
  modified: boolean;
  shift: boolean;
  /** Something is being typed. */
  typing: boolean;
  /** The board, a list or a menu has the focus: arrows, Home and End belong to it. */
  onBoard: boolean;
}

const ANYWHERE: Record<string, Deed> = { '[': 'back', ']': 'forward', Home: 'first', End: 'last' };
const ELSEWHERE: Record<string, Deed> = { ArrowLeft: 'back', ArrowRight: 'forward' };
const LETTERS: Record<string, Deed> = { h: 'hint', c: 'lens', u: 'undo' };

/** What a key press means for the match, if anything. `taken` are keys that the game's own verbs use. */
export function deedOf(press: Press, letters: boolean, taken: readonly string[]): Deed | null {
  if (press.modified || press.typing) {
    return null;
  }
  if (press.key === 'Escape') {
    return 'escape';
  }
  if (press.key.length === 1 && !letters) {
    return null;
  }
  const letter = press.key.toLowerCase();
  return (
    ANYWHERE[press.key] ??
    (press.onBoard || press.shift ? undefined : ELSEWHERE[press.key]) ??
    (taken.includes(letter) ? undefined : LETTERS[letter]) ??
    null
  );
}
