/**
 * The made-up hand on the first page and the standings it changes, counted, checked and drawn as at
 * the table. One hand is entered automatically, unless the visitor taps first or prefers less motion.
 *
 * @typedef {{name: string, total: number}} Seat
 * @typedef {{number: number, form: import("./table/entry.js").Form, seats: Seat[],
 *            taps: [seat: number, field: string][], texts: Record<string, string>}} Data
 *          what zarleague/web/league/showcase.py writes into the page
 */

import { around, every, one, pageData } from "./dom.js";
import { Entry } from "./table/entry.js";
import { movingTable, ranked, setOff } from "./table/moving.js";
import { fill } from "./table/words.js";
import { change } from "./ui.js";

const BETWEEN_TAPS = 420; // milliseconds; with the moving table, the whole takes less than five seconds

class Showcase {
  /**
   * @param {HTMLElement} page
   * @param {Data} data
   */
  constructor(page, data) {
    this.data = data;
    this.trying = one("[data-trying]", page);
    this.standing = one("[data-standing]", page);
    this.totals = data.seats.map(({ total }) => total);
    this.number = data.number;
    this.entry = this._blank(0);
    this.open = 1;
    this._listen();
    this._draw();
  }

  /** @param {number} winner */
  _blank(winner) {
    const table = { forms: [this.data.form], deck: {}, seats: this.data.seats, rules: {} };
    return new Entry(table, { winner });
  }

  _listen() {
    this.trying.addEventListener("click", (event) => {
      const seat = around(event, "[data-seat]")?.dataset.seat;
      if (seat) this._show(Number(seat));
      if (around(event, "[data-onward]")) this._goOn();
      const line = around(event, "[data-adds]")?.closest("[data-field]");
      if (line) one("[data-step='1']", line).click();
    });
    this.trying.addEventListener("input", (event) => {
      const input = around(event, "input", HTMLInputElement);
      const key = input && around(input, "[data-field]")?.dataset.field;
      if (!key) return;
      this.entry.set(this.open, this.entry.field(key), Number(input.value) || null);
      this._draw();
    });
  }

  /** Enter the example tap by tap, until the visitor taps. */
  playOnce() {
    const { taps } = this.data;
    const actions = taps.flatMap(([seat, field], index) => {
      const isLast = taps[index + 1]?.[0] !== seat;
      const plus = `[data-sheet="${seat}"] [data-field="${field}"] [data-step="1"]`;
      return isLast ? [plus, "[data-onward]"] : [plus];
    });
    const timer = setInterval(() => {
      const next = actions.shift();
      if (!next) return clearInterval(timer);
      const button = one(next, this.trying);
      button.animate([{ scale: 1 }, { scale: 0.8 }, { scale: 1 }], BETWEEN_TAPS / 2);
      button.click();
    }, BETWEEN_TAPS);
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => clearInterval(timer), { once: true });
    }
  }

  /** @param {number} seat */
  _show(seat) {
    this.open = seat;
    this._draw();
  }

  /** The seat after the open one for which nothing is entered; -1 if there is none. */
  get _next() {
    const { seats } = this.data;
    const others = seats.map((_, index) => (this.open + 1 + index) % seats.length).slice(0, -1);
    return others.find((seat) => !this.entry.isFilled(seat)) ?? -1;
  }

  get _isComplete() {
    return this.entry.firstMissing() < 0 && !this.entry.slips().length;
  }

  _goOn() {
    if (this._next >= 0) this._show(this._next);
    else if (this._isComplete) this._save();
  }

  _save() {
    const { seats, texts } = this.data;
    const before = this.totals;
    const points = this.entry.points();
    this.totals = before.map((total, seat) => total + (points[seat] ?? 0));
    const [was, is] = [before, this.totals].map((totals) => ranked(totals, true));
    const rows = seats.map(({ name }, seat) => ({
      name,
      rank_before: was[seat],
      rank_after: is[seat],
      before: before[seat],
      after: this.totals[seat],
    }));
    const table = movingTable(fill(texts.caption, { number: this.number }), rows);
    this.standing.replaceChildren(table);
    setOff(table);
    this.number += 1;
    const winner = ((this.entry.winner ?? 0) + 1) % seats.length;
    this.entry = this._blank(winner);
    this.open = (winner + 1) % seats.length;
    for (const input of every("input", this.trying, HTMLInputElement)) {
      if (input.value === "0") continue;
      input.value = "0";
      around(input, "[data-stepper]")?.classList.add("is-zero");
    }
    this._draw();
  }

  _draw() {
    const { entry, number } = this;
    const { seats, texts } = this.data;
    const points = entry.points();
    one("[data-hand]", this.trying).textContent = fill(texts.hand, { number });
    const out = seats[entry.winner ?? 0].name;
    one("[data-went-out]", this.trying).textContent = fill(texts.wentOut, { name: out });
    for (const [seat, button] of every("[data-seat]", this.trying, HTMLButtonElement).entries()) {
      button.setAttribute("aria-pressed", String(seat === this.open));
      button.disabled = seat === entry.winner;
      change(one("[data-points]", button), points[seat] ?? "–");
    }
    for (const sheet of every("[data-sheet]", this.trying)) {
      sheet.hidden = Number(sheet.dataset.sheet) !== this.open;
    }
    const [slip] = entry.slips();
    const said = one("[data-slip]", this.trying);
    said.hidden = !slip;
    said.textContent = slip ? fill(texts.tooMany, { what: slip.what, most: slip.most }) : "";
    const onward = one("[data-onward]", this.trying, HTMLButtonElement);
    const next = this._next;
    onward.textContent =
      next < 0 ? fill(texts.save, { number }) : fill(texts.next, { name: seats[next].name });
    onward.disabled = next < 0 && !this._isComplete;
  }
}

const page = one("[data-showcase]");
const showcase = new Showcase(page, pageData("showcase-data"));
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const seen = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      seen.disconnect();
      showcase.playOnce();
    },
    { threshold: 0.6 },
  );
  seen.observe(showcase.trying);
}
