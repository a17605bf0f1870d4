/** Past, present and future states for undo and redo. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

const MAX_STATES = 200;

export const newHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

export function pushState<T>({ past, present }: History<T>, next: T): History<T> {
  return { past: [...past.slice(-MAX_STATES), present], present: next, future: [] };
}

/** Replace the current state, so that one undo reverts both changes. */
export function replaceState<T>({ past }: History<T>, next: T): History<T> {
  return { past, present: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  return before === undefined
    ? history
    : { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.present], present: next, future };
}

/**
 * Return the history action of a key: Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes. Text fields handle these keys
 * themselves.
 */
export function historyAction(
  { key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  typing: boolean,
): 'undo' | 'redo' | null {
  const letter = key.toLowerCase();
  if (typing || !(ctrlKey || metaKey) || (letter !== 'z' && letter !== 'y')) {
    return null;
  }
  return letter === 'y' || shiftKey ? 'redo' : 'undo';
}
