/** Send one request at a time. While one runs, at most one more is kept for afterwards. */
export class SingleRequest {
  #running = false;
  #again = false;
  readonly #send: () => Promise<void>;

  constructor(send: () => Promise<void>) {
    this.#send = send;
  }

  async run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    try {
      await this.#send();
    } finally {
      this.#running = false;
    }
    if (this.#again) {
      this.#again = false;
      await this.run();
    }
  }
}
