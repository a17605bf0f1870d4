/** What a form sends: whether it is on its way, and why it was refused. */
import { errorText } from '#lib/net/errorText.ts';

export class Submission {
  busy = $state(false);
  fault = $state('');

  /** Does it; what it is refused for stands in `fault` until it is tried again. */
  async send(request: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.fault = '';
    try {
      await request();
    } catch (error) {
      this.fault = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}
