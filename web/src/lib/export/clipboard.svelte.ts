/** Copying texts that may still be on their way. */

import { t } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { copyText } from './copyText.ts';

export class Copying {
  /** A text that the browser does not let the page copy: `CopyDialog` shows it. */
  byHand = $state('');

  async copy(text: Promise<string> | string): Promise<void> {
    try {
      const found = await text;
      if (await copyText(found)) {
        toasts.show(t('share.copied'), 'good');
      } else {
        this.byHand = found;
      }
    } catch (error) {
      toasts.fault(error);
    }
  }
}
