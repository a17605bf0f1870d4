/**
 * Copy a text. The clipboard API works only on HTTPS and localhost; elsewhere `execCommand` is tried. Return false if
 * both fail, so that the caller can show the text in a field.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Denied: try the next way.
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement;
  // A modal dialog keeps the focus, so that nothing outside it can be selected.
  (focused?.closest('[role$="dialog"]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    (focused as HTMLElement | null)?.focus?.();
  }
}
