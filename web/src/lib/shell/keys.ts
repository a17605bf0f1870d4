/** Which key presses mean something to the page, and which belong to a field that is being typed in. */

/** Whether this element takes letters itself. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  return target.isContentEditable || target.matches('input:not([type=range]), textarea, select');
}

/**
 * The letter or sign that was pressed, in lower case, if it is meant for the page: without Ctrl, Alt or Meta, and not
 * while something is being typed. "" otherwise, and whenever `letters` (a setting) is off.
 */
export function letterKey(event: KeyboardEvent, letters: boolean): string {
  if (!letters || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1 || isTyping(event.target)) {
    return '';
  }
  return event.key.toLowerCase();
}
