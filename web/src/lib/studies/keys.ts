/** What keys do at an analysis board. The board's own keys come first, wherever it has the focus. */
import type { Press } from '#lib/matches/play/keys.ts';

export type Deed = 'back' | 'forward' | 'first' | 'last' | 'other' | 'engine' | 'values' | 'best' | 'fault' | 'escape';

const ANYWHERE: Record<string, Deed> = { '[': 'back', ']': 'forward', Home: 'first', End: 'last' };
const ELSEWHERE: Record<string, Deed> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'other',
  ArrowDown: 'other',
};
const LETTERS: Record<string, Deed> = { l: 'engine', v: 'values', b: 'best', n: 'fault', x: 'other' };

export function deedOf(press: Press, letters: boolean, taken: readonly string[]): Deed | null {
  if (press.typing || press.modified) {
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
