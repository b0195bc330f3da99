/**
 * Draws an Entry into the page of templates/hand/entry.html.
 *
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./places.js").Places} Places
 * @typedef {import("./verdict.js").Verdict} Verdict
 * @typedef {{player: number, name: string, total: number}} Seat
 * @typedef {{match: string, game: string, number: number, seats: Seat[], forms: import("./entry.js").Form[],
 *            deck: import("./entry.js").Deck, rules: Record<string, string>, scorer: string,
 *            limit: number|null, hands: number|null, unit: number, rankedIn: number, texts: Record<string, string>,
 *            entry: import("./entry.js").Typed|null, satOut: number[], log?: string,
 *            draft: string, check: string, save: string, pad: string, corrects?: number,
 *            rulesPage?: string, least?: number, over?: boolean}} PageData
 *          what zarleague/web/table/entry/entry_data.py writes into the page; `corrects` is the version
 *          of the hand that is being corrected; `least`, of players, is there for a match that was
 *          started on this phone
 */

import { every, maybe, one } from "../dom.js";
import { change } from "../ui.js";
import { cardsIn, isAsked, LISTS, NOBODY } from "./entry.js";
import * as pickers from "./pickers.js";
import { pointsText } from "./points.js";
import { Remarks } from "./remarks.js";
import { fill } from "./words.js";

export class EntryView {
  /**
   * @param {HTMLElement} page
   * @param {PageData} data
   * @param {Entry} entry
   * @param {Places} opened
   */
  constructor(page, data, entry, opened) {
    this.page = page;
    this.data = data;
    this.texts = data.texts;
    this.entry = entry;
    this.opened = opened;
    /** @type {Verdict|null} */
    this.verdict = null;
    this.places = every("[data-place-of]", page);
    this.tray = one("[data-tray]", page);
    this.keypad = one("[data-keypad]", page);
    this.remarks = new Remarks(page, data);
    this.wide = matchMedia("(min-width: 60rem)");
  }

  /**
   * Return the part of a place that shows the present form, or null where a seat has none.
   * @param {number} seat
   */
  formOf(seat) {
    return maybe(`[data-form="${CSS.escape(this.entry.formKey)}"]`, this.places[seat]);
  }

  /**
   * @param {Entry} entry
   * @param {Verdict|null} verdict  the server's answer to what is typed now
   */
  draw(entry, verdict) {
    this.entry = entry;
    this.verdict = verdict;
    const points = verdict?.points ?? entry.points();
    const slips = entry.slips();
    this.#drawWinner();
    for (const box of every("[data-sat-out]", this.page, HTMLInputElement)) {
      box.checked = entry.satOut.has(Number(box.dataset.satOut));
    }
    this.places.forEach((place, seat) => this.#drawPlace(place, seat, points[seat], slips));
    this.#lend();
    this.remarks.draw(entry, verdict, slips);
    this.#drawPreview(points);
    this.#drawButton();
  }

  /** Whether a slip, a finding or the log prevents the hand from being saved. */
  get blocked() {
    const said = this.verdict?.findings.some(({ blocks }) => blocks);
    const log = maybe("[data-judged] [data-blocks]", this.page);
    return Boolean(said || log || this.entry.slips().length);
  }

  #drawWinner() {
    const { entry } = this;
    const chooser = maybe("[data-winner-choice]", this.page);
    const asks = entry.needsWinner;
    const places = one("[data-places]", this.page);
    one("[data-give-up]", this.page).hidden =
      entry.isGivenUp || (entry.form.winner && !asks && !this.wide.matches);
    one("[data-given-up]", this.page).hidden = !entry.isGivenUp;
    places.hidden = (asks && !this.wide.matches) || entry.isLog;
    if (!chooser) return;
    chooser.hidden = !(asks || (this.wide.matches && entry.form.winner));
    for (const radio of chooser.querySelectorAll("input")) {
      const seat = Number(radio.value);
      radio.checked = seat === entry.winner;
      const label = /** @type {HTMLElement} */ (radio.parentElement);
      one(".note", label).textContent = pointsText(this.data.seats[seat].total, this.data.unit);
    }
    one("[data-nobody]", this.page).hidden = entry.winner !== NOBODY || !entry.form.winner;
  }

  /**
   * @param {HTMLElement} place
   * @param {number} seat
   * @param {number|null} points
   * @param {import("./entry.js").Slip[]} slips
   */
  #drawPlace(place, seat, points, slips) {
    const { entry, data } = this;
    const isOut = entry.isOut(seat);
    const sitsOut = entry.satOut.has(seat);
    const hasExtras = entry.form.fields.some(isAsked);
    const isOpen = (this.wide.matches || seat === this.opened.open) && (!isOut || hasExtras);
    place.classList.toggle("is-out", isOut);
    place.classList.toggle("is-open", isOpen);
    place.classList.toggle("sits-out", sitsOut);
    one("[data-opens-place]", place).setAttribute("aria-expanded", String(isOpen));
    const out = maybe("[data-out]", place);
    if (out) out.hidden = !isOut;
    one("[data-place-body]", place).hidden = !isOpen;
    for (const form of every("[data-form]", place)) {
      form.hidden = form.dataset.form !== entry.formKey || sitsOut;
    }
    if (!sitsOut) this.#drawFields(seat, slips);
    const { total } = data.seats[seat];
    const before = pointsText(total, data.unit);
    change(one("[data-points]", place), points === null ? "–" : pointsText(points, data.unit));
    one("[data-total]", place).textContent =
      points === null
        ? fill(this.texts.total, { total: before })
        : fill(this.texts.totalAfter, { before, after: pointsText(total + points, data.unit) });
  }

  /**
   * @param {number} seat
   * @param {import("./entry.js").Slip[]} slips
   */
  #drawFields(seat, slips) {
    const { entry } = this;
    for (const [holder, field] of this.#fieldsOf(seat)) {
      holder.hidden = entry.isOut(seat) && !isAsked(field);
      const bad = slips.some(
        (slip) => slip.field === field.key && slip.holders.some((held) => held.seat === seat),
      );
      const input = maybe("input", holder);
      if (bad) input?.setAttribute("aria-invalid", "true");
      else input?.removeAttribute("aria-invalid");
      if (field.kind === "cards") this.#drawCards(holder, seat, field);
      if (field.kind === "columns") this.#drawColumns(holder, seat);
    }
  }

  /**
   * Return the elements of a seat's fields in the present form, each with its field.
   * @param {number} seat
   * @returns {[HTMLElement, import("./entry.js").Field][]}
   */
  #fieldsOf(seat) {
    const form = this.formOf(seat);
    if (!form) return [];
    return every("[data-field]", form).map((holder) => [
      holder,
      this.entry.field(holder.dataset.field ?? ""),
    ]);
  }

  /**
   * @param {HTMLElement} holder
   * @param {number} seat
   * @param {import("./entry.js").Field} field
   */
  #drawCards(holder, seat, field) {
    const cards = this.entry.cards(seat, field);
    const box = one("[data-cards]", holder);
    pickers.drawHand(box, cards, this.tray, this.data.deck, this.texts);
    const target = one("[data-target]", holder);
    const isTarget = seat === this.opened.open && field.key === this.opened.target;
    target.setAttribute("aria-pressed", String(isTarget));
    const some = cards.length ? String(cards.length) : "";
    one("[data-filled]", target).textContent =
      field.most && field.most < 10 ? `${cards.length}/${field.most}` : some;
  }

  /**
   * @param {HTMLElement} holder
   * @param {number} seat
   */
  #drawColumns(holder, seat) {
    /** @type {pickers.GridPlace} */
    const at = seat === this.opened.open ? this.opened.at : [-1, -1];
    const columns = this.opened.gridOf(seat);
    const box = one("[data-columns]", holder);
    pickers.drawGrid(box, columns, at, this.tray, this.data.deck, this.texts);
  }

  /** Move the keypad and the tray of cards to the open seat. */
  #lend() {
    const { entry, keypad, tray } = this;
    const { open, target } = this.opened;
    const usable = open >= 0 && !entry.isOut(open) && !entry.satOut.has(open);
    const body = usable ? this.formOf(open) : null;
    const lists = entry.form.fields.filter(({ kind }) => LISTS.has(kind));
    const inputs = body && !lists.length ? every("[data-total-input]", body, HTMLInputElement) : [];
    const input = inputs.find(({ id }) => id === this.opened.input) ?? inputs[0];
    keypad.hidden = !input || this.wide.matches;
    tray.hidden = !body || !target;
    if (input && !keypad.hidden && keypad.dataset.keypad !== input.id) {
      keypad.dataset.keypad = input.id;
      one("output", keypad, HTMLOutputElement).value = input.value;
      input.closest("[data-field]")?.append(keypad);
    }
    if (!body || !target) return;
    const holder = one(`[data-field="${CSS.escape(target)}"]`, body);
    if (tray.parentElement !== holder) holder.append(tray);
    const field = entry.field(target);
    const everybody = entry.sheets.flatMap((sheet, seat) =>
      entry.isOut(seat) || entry.satOut.has(seat)
        ? []
        : lists.flatMap((list) => cardsIn(sheet, list)),
    );
    const mine = cardsIn(entry.sheets[open], field);
    const isFull =
      field.kind === "cards" ? field.most > 0 && mine.length >= field.most : this.opened.at[0] < 0;
    pickers.markTray(tray, this.data.deck, mine, everybody, isFull);
  }

  /**
   * Draw what the new totals mean for the match: "Ann reaches 500."
   * @param {(number|null)[]} points  by seat
   */
  #drawPreview(points) {
    const { data, texts } = this;
    const line = one("[data-preview]", this.page);
    const { limit } = data;
    const reached = limit
      ? data.seats.filter(({ total }, i) => points[i] !== null && total + points[i] >= limit)
      : [];
    const shown = pointsText(limit ?? 0, data.unit);
    const said = reached.map(({ name }) => fill(texts.reaches, { name, limit: shown }));
    if (data.hands && data.number >= data.hands) said.push(texts.lastHand);
    line.textContent = said.join(" ");
    line.hidden = !said.length || Boolean(data.corrects);
  }

  #drawButton() {
    const { entry, data, texts } = this;
    const button = one("[data-go]", this.page);
    const next = this.next();
    let label = fill(data.corrects ? texts.saveCorrection : texts.save, { number: data.number });
    if (entry.isLog && next >= 0) label = texts.typeLog;
    else if (next >= 0) label = fill(this.#nextText(next), { name: data.seats[next].name });
    else if (this.blocked) label = texts.blocked;
    button.textContent = label;
    button.hidden = entry.needsWinner;
    // Only the server can tell whether a log says how the hand ended.
    const isUnsaid = entry.isLog && !this.verdict;
    button.classList.toggle("primary", next < 0 && !this.blocked && !isUnsaid);
    const title = data.corrects ? texts.correctHand : texts.hand;
    one("[data-number-of-hand]", this.page).textContent = fill(title, { number: data.number });
  }

  /**
   * Return the seat to go on with: the first missing after the open one, then any; -1 for none. A
   * missing seat stays open where most may have nothing, as all but one in Skat, and elsewhere once
   * all seats have been passed.
   */
  next() {
    const { entry } = this;
    const { open } = this.opened;
    const stays = entry.mayHoldNothing ? entry.asksNumbers : this.opened.wentRound;
    if (open >= 0 && stays && !entry.isLog && !entry.isFilled(open)) return open;
    const missing = entry.sheets.map((_, seat) => seat).filter((seat) => !entry.isFilled(seat));
    const after = missing.find((seat) => seat > open);
    return after ?? missing.find((seat) => seat !== open) ?? missing[0] ?? -1;
  }

  /** @param {number} next  the seat to go on with */
  #nextText(next) {
    if (!this.entry.mayHoldNothing) return next > this.opened.open ? this.texts.next : this.texts.missing;
    if (next !== this.opened.open) return this.texts.next;
    return this.entry.asksNumbers ? this.texts.nothing : this.texts.nothingLeft;
  }

  /**
   * Write the entry's values into the inputs, except the one being typed in.
   * @param {Entry} entry
   */
  showTyped(entry) {
    this.entry = entry;
    for (const radio of every("[name=form]", this.page, HTMLInputElement)) {
      radio.checked = radio.value === entry.formKey;
    }
    this.places.forEach((_, seat) => {
      for (const [holder, field] of this.#fieldsOf(seat)) {
        const input = holder.querySelector("input, select");
        if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
        if (LISTS.has(field.kind)) continue;
        if (input instanceof HTMLInputElement && input.type === "checkbox") {
          input.checked = entry.value(seat, field) === 1;
          continue;
        }
        const stepper = input.closest("[data-stepper]");
        input.value = String(entry.value(seat, field) ?? (stepper ? 0 : ""));
        // The buttons of a stepper follow its input.
        stepper?.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    if (this.keypad.dataset.keypad) {
      const input = one(`#${CSS.escape(this.keypad.dataset.keypad)}`, document, HTMLInputElement);
      one("output", this.keypad, HTMLOutputElement).value = input.value;
    }
  }
}
