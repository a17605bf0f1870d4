/** The submission of a form: whether it is in progress, and why it was refused. */
import { errorText } from '#lib/net/errorText.ts';

export class Submission {
  busy = $state(false);
  fault = $state('');

  /** Run a request; the text of its error is in `fault` until the next one. */
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
