/** Which place of the entry page is open, and where in it the next tapped card goes. */

import { LISTS } from "./entry.js";
import * as pickers from "./pickers.js";

export class Places {
  open = -1; // the seat that is open, -1 for none
  target = ""; // the key of its field that the tray fills, "" for none
  input = ""; // the id of the box that the keypad fills, "" for the first
  wentRound = false; // whether all who were missing were passed, and it went back to the first of them
  /** @type {import("./pickers.js").GridPlace} of its grid, filled next */
  at = [0, 0];
  /** @type {Map<number, string[][]>} the columns of each seat with their empty places */
  #grids = new Map();

  /** @param {import("./entry.js").Entry} entry */
  constructor(entry) {
    this.entry = entry;
  }

  /**
   * Go on with another hand or another form.
   * @param {import("./entry.js").Entry} entry
   */
  begin(entry) {
    this.entry = entry;
    this.wentRound = false;
    this.#grids.clear();
  }

  /**
   * Go on to a seat that is missing.
   * @param {number} seat
   */
  goTo(seat) {
    if (seat <= this.open) this.wentRound = true;
    this.show(seat);
  }

  /**
   * Open a seat, -1 for none, at the first of its fields that can take a card.
   * @param {number} seat
   */
  show(seat) {
    this.open = seat;
    const lists = this.entry.form.fields.filter(({ kind }) => LISTS.has(kind));
    const unfilled = lists.find((field) => seat >= 0 && !this.#isFull(seat, field));
    // Where the rest is counted, only the first list opens by itself.
    const counts = this.entry.form.fields.some(({ kind }) => kind === "count");
    this.target = (counts && unfilled !== lists[0] ? "" : unfilled?.key) ?? "";
    if (this.gridField && seat >= 0) this.at = pickers.firstEmpty(this.gridOf(seat));
  }

  /**
   * Open the next place to fill; where all seats are in view, one is always open.
   * @param {boolean} isWide  whether all seats are in view
   */
  showNext(isWide) {
    const next = this.entry.firstMissing();
    const first = this.entry.winner === 0 ? 1 : 0;
    this.show(this.entry.needsWinner ? -1 : next >= 0 ? next : isWide ? first : -1);
  }

  /**
   * Make a field of a seat the next to fill.
   * @param {number} seat
   * @param {string} key  of the field
   * @param {import("./pickers.js").GridPlace} [at]
   */
  aim(seat, key, at = this.at) {
    this.open = seat;
    this.target = key;
    this.at = at;
  }

  /** @returns {import("./entry.js").Field|undefined} the field of the form that is a grid */
  get gridField() {
    return this.entry.form.fields.find(({ kind }) => kind === "columns");
  }

  /**
   * Return the columns of a seat's grid with their empty places.
   * @param {number} seat
   */
  gridOf(seat) {
    let columns = this.#grids.get(seat);
    if (!columns) {
      const field = this.gridField;
      columns = field ? pickers.openColumns(this.entry.columns(seat, field), field) : [];
      this.#grids.set(seat, columns);
    }
    return columns;
  }

  /**
   * Add an empty column to a seat's grid.
   * @param {number} seat
   */
  addColumn(seat) {
    const rows = this.gridField?.rows ?? 0;
    this.setGrid(seat, pickers.addColumn(this.gridOf(seat), rows));
  }

  /**
   * @param {number} seat
   * @param {string[][]} columns
   */
  setGrid(seat, columns) {
    const field = this.gridField;
    if (!field) return;
    this.#grids.set(seat, columns);
    this.open = seat;
    this.at = pickers.firstEmpty(columns);
    this.entry.set(seat, field, pickers.filledColumns(columns));
  }

  /**
   * Add a card from the tray; a full hand or grid takes none.
   * @param {string} code
   */
  addCard(code) {
    const { entry, open, target } = this;
    const field = entry.field(target);
    if (field.kind === "columns") {
      if (this.at[0] >= 0) this.setGrid(open, pickers.put(this.gridOf(open), this.at, code));
      return;
    }
    entry.set(open, field, [...entry.cards(open, field), code]);
    if (this.#isFull(open, field)) this.show(open);
  }

  /**
   * @param {number} seat
   * @param {import("./entry.js").Field} field
   */
  #isFull(seat, field) {
    if (field.kind !== "cards" || !field.most) return false;
    return this.entry.cards(seat, field).length >= field.most;
  }
}
