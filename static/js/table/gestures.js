/** What a tap, a key or a choice on the entry page does to the hand that is being entered. */

import { around, every, maybe, one } from "../dom.js";
import { NOBODY } from "./entry.js";
import { takeUp } from "./verdict.js";

/** @typedef {import( "./entry-page.js").EntryPage} EntryPage */

export class Gestures {
  /** @param {EntryPage} owner */
  constructor(owner) {
    this.owner = owner;
    this.log = one("#log", owner.page, HTMLTextAreaElement);
  }

  get entry() {
    return this.owner.entry;
  }

  listen() {
    const { page, view, places } = this.owner;
    page.addEventListener("input", (event) => this.#onInput(event));
    page.addEventListener("change", (event) => this.#onChange(event));
    page.addEventListener("click", (event) => this.#onClick(event));
    page.addEventListener("submit", (event) => {
      event.preventDefault();
      this.goOn();
    });
    page.addEventListener("focusin", (event) => {
      const place = around(event, "[data-place-of]");
      if (!view.wide.matches || !place || seatOf(place) === places.open) return;
      places.show(seatOf(place));
      this.owner.draw();
    });
    view.wide.addEventListener("change", () => this.owner.draw());
  }

  /** @param {Event} event */
  #onInput({ target }) {
    if (target === this.owner.reason) {
      this.owner.keep();
    } else if (target === this.log) {
      this.entry.log = this.log.value;
      this.owner.typed();
    } else if (target instanceof HTMLInputElement && target.matches("[data-field] input")) {
      this.#typeNumber(target);
    }
  }

  /** @param {HTMLInputElement} input */
  #typeNumber(input) {
    const { entry } = this;
    if (around(input, "[data-form]")?.dataset.form !== entry.formKey) return;
    const seat = seatOf(input);
    const field = this.#fieldOf(input);
    const isStepper = Boolean(around(input, "[data-stepper]"));
    const value = input.value.trim() === "" ? null : Number(input.value);
    const before = entry.value(seat, field) ?? (isStepper ? 0 : null);
    if (value === before || Number.isNaN(value)) return;
    entry.set(seat, field, isStepper && !value ? null : value);
    this.owner.typed();
  }

  /** @param {Event} event */
  #onChange({ target }) {
    if (target instanceof HTMLSelectElement && target.matches("[data-field] select")) {
      this.entry.set(seatOf(target), this.#fieldOf(target), target.value);
      this.owner.typed();
    }
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "winner") this.#chooseWinner(Number(target.value));
    else if (target.name === "form") this.#chooseForm(target.value);
    else if (target.dataset.satOut) this.#sitOut(Number(target.dataset.satOut), target.checked);
  }

  /** @param {number} seat */
  #chooseWinner(seat) {
    this.entry.winner = seat;
    this.owner.openNext();
    this.owner.typed();
    this.#focusPlace(this.owner.places.open);
  }

  /** @param {string} key */
  #chooseForm(key) {
    this.entry.use(key);
    this.#drawAnew();
    if (this.entry.isLog) this.#showLog();
  }

  /**
   * @param {number} seat
   * @param {boolean} isOut
   */
  #sitOut(seat, isOut) {
    if (isOut) this.entry.satOut.add(seat);
    else this.entry.satOut.delete(seat);
    if (this.entry.winner === seat) this.entry.winner = null;
    this.owner.typed();
  }

  /** @param {Event} event */
  #onClick(event) {
    const tapped = around(event, "button", HTMLButtonElement);
    if (!tapped || tapped.disabled) return;
    const { dataset } = tapped;
    const { places } = this.owner;
    if ("opensPlace" in dataset) {
      const seat = seatOf(tapped);
      places.show(seat === places.open && !this.owner.view.wide.matches ? -1 : seat);
      this.owner.draw();
    } else if ("changeWinner" in dataset) {
      this.entry.winner = null;
      places.show(-1);
      this.owner.typed();
      this.#focusWinner();
    } else if ("nobodyOut" in dataset) {
      this.entry.winner = NOBODY;
      this.owner.openNext();
      this.owner.typed();
    } else if ("adds" in dataset) {
      one("[data-step='1']", around(tapped, "[data-field]") ?? undefined).click();
    } else if (dataset.fix) {
      takeUp(this.entry, JSON.parse(dataset.fix));
      this.#drawAnew();
    } else {
      this.#onCard(tapped);
    }
  }

  /** @param {HTMLButtonElement} tapped  a card, a place for one, or a column */
  #onCard(tapped) {
    const { dataset } = tapped;
    const { places } = this.owner;
    if (dataset.code) {
      places.addCard(dataset.code);
      this.owner.typed();
    } else if ("target" in dataset) {
      places.aim(seatOf(tapped), this.#fieldOf(tapped).key);
      this.owner.draw();
    } else if (dataset.takes) {
      const [seat, field] = [seatOf(tapped), this.#fieldOf(tapped)];
      const taken = Number(dataset.takes);
      const cards = this.entry.cards(seat, field);
      this.entry.set(seat, field, cards.filter((_, index) => index !== taken));
      places.aim(seat, field.key);
      this.owner.typed();
    } else if (dataset.place) {
      const [column, row] = dataset.place.split(",").map(Number);
      places.aim(seatOf(tapped), this.#fieldOf(tapped).key, [column, row]);
      this.owner.draw();
    } else if (dataset.clears) {
      const seat = seatOf(tapped);
      const cleared = Number(dataset.clears);
      places.setGrid(seat, places.gridOf(seat).filter((_, column) => column !== cleared));
      this.owner.typed();
    } else if ("addsColumn" in dataset) {
      places.addColumn(seatOf(tapped));
      this.owner.typed();
    }
  }

  /** Show the entry after more of it has changed than what was tapped. */
  #drawAnew() {
    this.owner.places.begin(this.entry);
    this.owner.view.showTyped(this.entry);
    this.owner.openNext();
    this.owner.typed();
  }

  /** Handle the main button: go to the next seat while something is missing, then save. */
  goOn() {
    const { view, places } = this.owner;
    if (this.entry.needsWinner) {
      this.#focusWinner();
      return;
    }
    const next = view.next();
    if (next < 0) {
      this.owner.save();
      return;
    }
    if (this.entry.isLog) {
      this.#showLog();
    } else if (next === places.open && this.entry.mayHoldNothing) {
      this.entry.setNothing(next);
      this.owner.openNext();
      this.owner.typed();
    } else {
      places.show(next);
    }
    this.owner.draw();
    view.places[next].scrollIntoView({ block: "nearest" });
    this.#focusPlace(next);
  }

  /** @param {number} seat */
  #focusPlace(seat) {
    const { view } = this.owner;
    if (seat < 0 || !view.wide.matches) return;
    every("input, button", view.formOf(seat) ?? undefined)[0]?.focus();
  }

  #focusWinner() {
    maybe("[name=winner]", this.owner.page)?.focus();
  }

  unfoldLog() {
    const folded = around(this.log, "details", HTMLDetailsElement);
    if (folded) folded.open = true;
  }

  #showLog() {
    this.unfoldLog();
    this.log.focus();
  }

  /** @param {Element} element  inside a field */
  #fieldOf(element) {
    return this.entry.field(around(element, "[data-field]")?.dataset.field ?? "");
  }
}

/** @param {Element} element  inside a seat's place */
const seatOf = (element) => Number(around(element, "[data-place-of]")?.dataset.placeOf);
