/** What a form sends: whether it is on its way, and why it was refused. */
import { faultText } from '#lib/net/errorText.ts';

export class Sending {
  busy = $state(false);
  fault = $state('');

  /** Does it; what it is refused for stands in `fault` until it is tried again. */
  async send(deed: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.fault = '';
    try {
      await deed();
    } catch (error) {
      this.fault = faultText(error);
    } finally {
      this.busy = false;
    }
  }
}
