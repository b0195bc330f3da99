/** Which place of the entry page is open, and where in it the next tapped card goes. */

import { LISTS } from "./entry.js";
import * as pickers from "./pickers.js";

export class Places {
  open = -1; // the seat that is open, -1 for none
  target = ""; // the key of its field that the tray fills, "" for none
  at = [0, 0]; // [column, row] of its grid that is filled next
  #grids = new Map(); // the columns of each seat with their empty places

  /** Go on with a hand.
   * @param {import("./entry.js").Entry} entry */
  begin(entry) {
    this.entry = entry;
    this.#grids.clear();
  }

  /** Open a seat, -1 for none, at the first of its fields that can take a card. */
  show(seat) {
    this.open = seat;
    const lists = this.entry.form.fields.filter(({ kind }) => LISTS.has(kind));
    const unfilled = lists.find((field) => seat >= 0 && !this.#isFull(seat, field));
    // Where the rest is counted, only the first list opens by itself.
    const counts = this.entry.form.fields.some(({ kind }) => kind === "count");
    this.target = (counts && unfilled !== lists[0] ? "" : unfilled?.key) ?? "";
    if (this.gridField && seat >= 0) this.at = pickers.firstEmpty(this.gridOf(seat));
  }

  /** Open what is to be filled next; where all seats are in view (`isWide`) one is always open. */
  showNext(isWide) {
    const next = this.entry.firstMissing();
    const first = this.entry.winner === 0 ? 1 : 0;
    this.show(this.entry.needsWinner ? -1 : next >= 0 ? next : isWide ? first : -1);
  }

  /** Fill a field of a seat next. */
  aim(seat, key, at = this.at) {
    this.open = seat;
    this.target = key;
    this.at = at;
  }

  get gridField() {
    return this.entry.form.fields.find(({ kind }) => kind === "columns");
  }

  gridOf(seat) {
    if (!this.#grids.has(seat)) {
      this.#grids.set(seat, pickers.openColumns(this.entry.value(seat, this.gridField)));
    }
    return this.#grids.get(seat);
  }

  setGrid(seat, columns) {
    this.#grids.set(seat, columns);
    this.open = seat;
    this.at = pickers.firstEmpty(columns);
    this.entry.set(seat, this.gridField, pickers.filledColumns(columns));
  }

  /** Add a card from the tray; a full hand or grid takes none. */
  addCard(code) {
    const { entry, open, target } = this;
    const field = entry.form.fields.find(({ key }) => key === target);
    if (field.kind === "columns") {
      if (this.at[0] >= 0) this.setGrid(open, pickers.put(this.gridOf(open), this.at, code));
      return;
    }
    entry.set(open, field, [...entry.value(open, field), code]);
    if (this.#isFull(open, field)) this.show(open);
  }

  #isFull(seat, field) {
    if (field.kind !== "cards" || !field.most) return false;
    return this.entry.value(seat, field).length >= field.most;
  }
}
