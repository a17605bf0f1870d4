/** Keyboard shortcuts of the page, and whether the keyboard is in use. */

let lastInput: 'keyboard' | 'pointer' = 'pointer';
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', () => (lastInput = 'keyboard'), { capture: true });
  window.addEventListener('pointerdown', () => (lastInput = 'pointer'), { capture: true });
}

/** Return whether the last input came from the keyboard. */
export function usesKeyboard(): boolean {
  return lastInput === 'keyboard';
}

/** Return whether the element accepts text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  return target.isContentEditable || target.matches('input:not([type=range]), textarea, select');
}

/**
 * Return the pressed character in lower case if it is a shortcut: without Ctrl, Alt or Meta, and outside text fields.
 * Return "" otherwise, and if the setting `letters` is off.
 */
export function letterKey(event: KeyboardEvent, letters: boolean): string {
  if (!letters || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1 || isTyping(event.target)) {
    return '';
  }
  return event.key.toLowerCase();
}
