/** Track the latest request, so that a late answer does not replace newer input. */
export class LatestRequest {
  #number = 0;

  /** Begin a request; return a function that reports whether it is still the latest. */
  begin(): () => boolean {
    this.#number += 1;
    return this.watch();
  }

  /** Return a function that reports whether no request has begun since. */
  watch(): () => boolean {
    const number = this.#number;
    return () => number === this.#number;
  }
}
