/** Keys of an analysis. While the board has the focus, its own keys take precedence. */
import type { KeyPress } from '#lib/matches/play/keys.ts';

export type AnalysisAction =
  | 'back'
  | 'forward'
  | 'first'
  | 'last'
  | 'other'
  | 'engine'
  | 'values'
  | 'best'
  | 'next-mistake'
  | 'escape';

const ANYWHERE: Record<string, AnalysisAction> = { '[': 'back', ']': 'forward', Home: 'first', End: 'last' };
const ELSEWHERE: Record<string, AnalysisAction> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'other',
  ArrowDown: 'other',
};
const LETTERS: Record<string, AnalysisAction> = { l: 'engine', v: 'values', b: 'best', n: 'next-mistake', x: 'other' };

export function analysisAction(press: KeyPress, letters: boolean, taken: readonly string[]): AnalysisAction | null {
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
