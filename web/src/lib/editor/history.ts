/** Past, present and future states for undo and redo. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

const MOST = 200;

export const newHistory = <T>(now: T): History<T> => ({ past: [], now, future: [] });

export function pushState<T>({ past, now }: History<T>, next: T): History<T> {
  return { past: [...past.slice(-MOST), now], now: next, future: [] };
}

/** Replace the current state, so that one undo reverts both changes. */
export function replaceState<T>({ past }: History<T>, next: T): History<T> {
  return { past, now: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  return before === undefined
    ? history
    : { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future };
}

/**
 * Return the history action of a key: Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes. Text fields handle these keys
 * themselves.
 */
export function changeOf(
  { key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  typing: boolean,
): 'undo' | 'redo' | null {
  const letter = key.toLowerCase();
  if (typing || !(ctrlKey || metaKey) || (letter !== 'z' && letter !== 'y')) {
    return null;
  }
  return letter === 'y' || shiftKey ? 'redo' : 'undo';
}
