/** The submission of a form: whether it is in progress, and why it was refused. */
import { errorText } from '#lib/net/errorText.ts';

export class Submission {
  busy = $state(false);
  error = $state('');

  /** Run a request; the text of its error is in `error` until the next one. */
  async send(request: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = '';
    try {
      await request();
    } catch (thrown) {
      this.error = errorText(thrown);
    } finally {
      this.busy = false;
    }
  }
}
