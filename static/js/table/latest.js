/** Ask the server while somebody types: a moment after the last key; only the last answer counts. */

export class Latest {
  #after;
  #timer = 0;
  /** @type {AbortController|null} */
  #asked = null;

  /** @param {number} after milliseconds without typing */
  constructor(after) {
    this.#after = after;
  }

  /**
   * Run `work` soon, unless asked again before; its signal is aborted when the answer is stale.
   * @param {(signal: AbortSignal) => Promise<void>} work
   */
  ask(work) {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#asked = new AbortController();
      work(this.#asked.signal);
    }, this.#after);
  }

  /** Forget what was asked: cancel it, or do not ask at all. */
  stop() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }
}
