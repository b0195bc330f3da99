/** Cards for the drawn table: copies of the server's template for each face. */

import { element, every } from "../dom.js";

const UNKNOWN = -1;

export class Cards {
  /** @param {ParentNode} page has a template for every face, [data-face] with its number, for the
   *  unknown card "-1" and for the "back" */
  constructor(page) {
    this.faces = new Map(
      every("[data-face]", page, HTMLTemplateElement).map((template) => [
        template.dataset.face ?? "",
        /** @type {Element} */ (template.content.firstElementChild),
      ]),
    );
    /** @type {Map<string, HTMLElement[]>} cards of fans that lie nowhere at present */
    this.spare = new Map();
  }

  /**
   * Return a card for a fan: a returned one if there is one, else a new one.
   * @param {string} key  number of a face, or "back"
   */
  take(key) {
    return this.spare.get(key)?.pop() ?? element("span", "in-fan", this._copy(key));
  }

  /**
   * Remove a card from the table, and keep it for reuse.
   * @param {string} key
   * @param {HTMLElement} card
   */
  putBack(key, card) {
    card.remove();
    const kept = this.spare.get(key);
    if (kept) kept.push(card);
    else this.spare.set(key, [card]);
  }

  /**
   * Return a card lying face up.
   * @param {number} card
   */
  face(card) {
    return this._copy(String(card));
  }

  /** Return a card lying face down. */
  back() {
    return this._copy("back");
  }

  /**
   * Return a card of a grid: a known one that lies face down shows that it does.
   * @param {number} card
   * @param {boolean} faceUp
   */
  inGrid(card, faceUp) {
    if (!faceUp && card === UNKNOWN) return this.back();
    const drawn = this.face(card);
    drawn.classList.toggle("face-down", !faceUp);
    return drawn;
  }

  /** @param {string} key */
  _copy(key) {
    const drawn = this.faces.get(key);
    if (!drawn) throw new Error(`the page has no card ${key}`);
    return /** @type {Element} */ (drawn.cloneNode(true));
  }
}
