/** Fans of cards, which overlap only as far as necessary and are reused from step to step. */

import { element } from "../dom.js";

/** @typedef {import("./cards.js").Cards} Cards */

export class Fan {
  /**
   * @param {Cards} cards
   * @param {number|null} unknownOf  the seat whose unknown cards are in it, -1 for the draw pile:
   *   it can be touched, to learn what these may be; null for none
   */
  constructor(cards, unknownOf = null) {
    this.cards = cards;
    this.unknownOf = unknownOf;
    this.root = unknownOf === null ? element("div", "fan") : element("button", "fan");
    if (this.root instanceof HTMLButtonElement) {
      this.root.type = "button";
      this.root.dataset.unknown = String(unknownOf);
    } else {
      this.root.setAttribute("role", "img");
    }
    /** @type {string[]} */
    this.keys = [];
    /** @type {HTMLElement[]} */
    this.lying = [];
    this.label = "";
    /** @type {HTMLElement|null} */
    this.count = null;
  }

  /**
   * Lay out cards. Unchanged cards at the beginning and at the end keep their elements.
   *
   * @param {string[]} keys  as Cards has them
   * @param {string} label
   * @param {number|null} [count]  written beside the cards
   */
  show(keys, label, count = null) {
    this._lay(keys);
    if (label !== this.label) this.root.setAttribute("aria-label", label);
    this.label = label;
    if (count === null) return;
    if (!this.count) {
      this.count = element("strong", "count");
      this.root.append(this.count);
    }
    if (this.count.textContent !== String(count)) this.count.textContent = String(count);
  }

  /** Remove all cards, so that they can be laid out elsewhere. */
  clear() {
    this._lay([]);
  }

  /** @param {string[]} keys */
  _lay(keys) {
    const before = this.keys;
    const least = Math.min(keys.length, before.length);
    let start = 0;
    while (start < least && keys[start] === before[start]) start += 1;
    let after = 0;
    while (after < least - start && keys.at(-1 - after) === before.at(-1 - after)) after += 1;
    const gone = this.lying.splice(start, before.length - after - start);
    gone.forEach((card, index) => this.cards.putBack(before[start + index], card));
    const added = keys.slice(start, keys.length - after).map((key) => this.cards.take(key));
    const next = this.lying[start] ?? this.count;
    this.lying.splice(start, 0, ...added);
    if (next) next.before(...added);
    else this.root.append(...added);
    this.keys = keys;
  }
}
