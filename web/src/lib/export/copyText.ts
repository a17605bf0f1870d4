/**
 * Copying on any address: browsers give pages the clipboard only on HTTPS and this machine. Elsewhere the old command is
 * tried, and where that fails too the caller shows the text in a field, selected.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed: the other ways are left.
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement;
  document.body.append(field);
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
