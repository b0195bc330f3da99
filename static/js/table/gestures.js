/** What a tap, a key or a choice on the entry page does to the hand that is being entered. */

import { around, every, maybe, one } from "../dom.js";
import { numberIn } from "../ui.js";
import { GIVEN_UP, NOBODY } from "./entry.js";
import { takeUp } from "./verdict.js";

/** @typedef {import( "./entry-page.js").EntryPage} EntryPage */

/** @type {Record<string, number>} the steps of the arrow keys through a list */
const ARROWS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class Gestures {
  /** @param {EntryPage} owner */
  constructor(owner) {
    this.owner = owner;
    /** Whether the last thing pressed was a key: then the focus goes on, which on a phone would open its keyboard. */
    this.byKey = false;
    this.log = one("#log", owner.page, HTMLTextAreaElement);
  }

  get entry() {
    return this.owner.entry;
  }

  listen() {
    const { page, view, places } = this.owner;
    addEventListener("keydown", () => { this.byKey = true; }, true);
    addEventListener("pointerdown", () => { this.byKey = false; }, true);
    page.addEventListener("keydown", (event) => this.#onKey(event));
    page.addEventListener("input", (event) => this.#onInput(event));
    page.addEventListener("change", (event) => this.#onChange(event));
    page.addEventListener("click", (event) => this.#onClick(event));
    page.addEventListener("submit", (event) => {
      event.preventDefault();
      this.goOn();
    });
    page.addEventListener("focusin", (event) => {
      const input = around(event, "[data-total-input]");
      if (input && places.input !== input.id) {
        places.input = input.id;
        this.owner.draw();
      }
      const place = around(event, "[data-place-of]");
      if (!view.wide.matches || !place || seatOf(place) === places.open) return;
      places.show(seatOf(place));
      this.owner.draw();
    });
    view.wide.addEventListener("change", () => this.owner.draw());
  }

  /**
   * Let the arrow keys go through the seats without choosing, as a choice leads on at once; Space, Enter and a
   * click choose.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || target.name !== "winner") return;
    const step = ARROWS[key] ?? 0;
    if (!step && key !== "Enter") return;
    event.preventDefault();
    if (!step) {
      if (target.checked) this.goOn();
      else target.click();
      return;
    }
    const seats = every("[name=winner]", this.owner.page, HTMLInputElement);
    seats[(seats.indexOf(target) + step + seats.length) % seats.length].focus();
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
    // What stands at 0 until somebody touches it is empty at 0 again.
    const isZeroEmpty = field.kind === "tick" || Boolean(around(input, "[data-stepper]"));
    const value = numberIn(input);
    const before = entry.value(seat, field) ?? (isZeroEmpty ? 0 : null);
    if (value === before || Number.isNaN(value)) return;
    entry.set(seat, field, isZeroEmpty && !value ? null : value);
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
    // The recorder's own: it may have drawn its buttons again before this.
    if (!tapped.isConnected || around(tapped, "[data-recorder]")) return;
    const { dataset } = tapped;
    const { places } = this.owner;
    if ("opensPlace" in dataset) {
      const seat = seatOf(tapped);
      places.show(seat === places.open && !this.owner.view.wide.matches ? -1 : seat);
      this.owner.draw();
    } else if ("changeWinner" in dataset) {
      const before = this.entry.winner;
      this.entry.winner = null;
      places.show(-1);
      this.owner.typed();
      this.#focusWinner(before ?? 0);
    } else if ("nobodyOut" in dataset) {
      this.entry.winner = NOBODY;
      this.owner.openNext();
      this.owner.typed();
      this.#focusPlace(places.open);
    } else if ("giveUp" in dataset) {
      this.#chooseForm(GIVEN_UP);
    } else if ("playOut" in dataset) {
      this.entry.winner = null;
      places.show(-1);
      this.#chooseForm(this.entry.playedForm);
      this.#focusWinner();
    } else if ("adds" in dataset) {
      one("[data-step='1']", around(tapped, "[data-field]") ?? undefined).click();
    } else if (dataset.fix) {
      takeUp(this.entry, JSON.parse(dataset.fix));
      this.#drawAnew();
    } else {
      this.#onCard(tapped);
    }
    // What was tapped may be gone with what it has done.
    if (!tapped.checkVisibility()) this.#focusPlace(places.open);
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
      view.showTyped(this.entry);
      this.owner.openNext();
      this.owner.typed();
    } else {
      places.goTo(next);
    }
    this.owner.draw();
    if (places.open >= 0) view.places[places.open].scrollIntoView({ block: "nearest" });
    this.#focusPlace(places.open);
  }

  /**
   * Move the focus to the first field of a seat, or to the main button where no seat is open.
   * @param {number} seat
   */
  #focusPlace(seat) {
    const { view, page } = this.owner;
    if (!view.wide.matches && !this.byKey) return;
    const fields = seat < 0 ? [] : every("input, select, button:enabled", view.formOf(seat) ?? undefined);
    const field = fields.find((each) => !(each instanceof HTMLButtonElement)) ?? fields[0] ?? one("[data-go]", page);
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
  }

  /**
   * Move the focus to where the next hand begins, or back to what had it if the hand is still here.
   * @param {Element|null} focused  what had it before the form was inert
   */
  focusAgain(focused) {
    const { view, places, page } = this.owner;
    if (!view.wide.matches && !this.byKey) return;
    if (!this.entry.isEmpty) {
      const isLost = !page.contains(document.activeElement);
      if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      return;
    }
    const winner = maybe("[name=winner]", page);
    if (winner) winner.focus({ preventScroll: true });
    else this.#focusPlace(places.open);
  }

  /** @param {number} [seat]  the one to begin at */
  #focusWinner(seat = 0) {
    const seats = every("[name=winner]", this.owner.page);
    (seats[seat] ?? seats[0])?.focus();
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
