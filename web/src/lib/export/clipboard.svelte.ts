/** Copy texts to the clipboard, also texts that are still loading. */

import { t } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { copyText } from './copyText.ts';

export class ClipboardCopy {
  /** A text that could not be copied: `CopyDialog` shows it. */
  manualText = $state('');

  async copy(text: Promise<string> | string): Promise<void> {
    try {
      const found = await text;
      if (await copyText(found)) {
        toasts.show(t('share.copied'), 'good');
      } else {
        this.manualText = found;
      }
    } catch (error) {
      toasts.error(error);
    }
  }
}
