/** Tell whether a request is still the latest, so that a late answer does not replace newer input. */
export class LatestRequest {
  #number = 0;

  /** Begin a request, and return a function that tells whether no other has begun since. */
  begin(): () => boolean {
    this.#number += 1;
    return this.watch();
  }

  /** Return a function that tells whether no request has begun since. */
  watch(): () => boolean {
    const number = this.#number;
    return () => number === this.#number;
  }
}
