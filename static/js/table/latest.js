/** Ask the server while somebody types: a moment after the last key; only the last answer counts. */

export class Latest {
  #after;
  #timer = 0;
  /** @type {AbortController|null} */
  #asked = null;
  /** @type {((signal: AbortSignal) => Promise<void>)|null} what is still to be asked */
  #work = null;
  /** @type {Promise<void>} */
  #answered = Promise.resolve();

  /** @param {number} after milliseconds without typing */
  constructor(after) {
    this.#after = after;
  }

  /**
   * Run `work` soon, unless called again before; its signal is aborted when the answer is stale.
   * @param {(signal: AbortSignal) => Promise<void>} work
   */
  ask(work) {
    this.stop();
    this.#work = work;
    this.#timer = setTimeout(() => this.now(), this.#after);
  }

  /**
   * Send a pending request at once; resolve when the last answer has arrived.
   * @returns {Promise<void>}
   */
  now() {
    clearTimeout(this.#timer);
    const work = this.#work;
    if (work) {
      this.#work = null;
      this.#asked = new AbortController();
      this.#answered = work(this.#asked.signal);
    }
    return this.#answered;
  }

  /** Cancel the request, pending or running. */
  stop() {
    clearTimeout(this.#timer);
    this.#work = null;
    this.#asked?.abort();
  }
}
