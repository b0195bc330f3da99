/** Draws an Entry into the page of templates/hand/entry.html. */

import { announce, change } from "../ui.js";
import { LISTS, NOBODY } from "./entry.js";
import * as pickers from "./pickers.js";
import { fill } from "./words.js";

export class EntryView {
  /** @param {HTMLElement} page @param {object} data what entry_data.py tells the script */
  constructor(page, data) {
    this.page = page;
    this.data = data;
    this.texts = data.texts;
    this.places = [...page.querySelectorAll("[data-place-of]")];
    this.tray = page.querySelector("[data-tray]");
    this.keypad = page.querySelector("[data-keypad]");
    this.wide = matchMedia("(min-width: 60rem)");
  }

  find(selector, from = this.page) {
    return from.querySelector(selector);
  }

  /** The part of a place that shows the present form. */
  formOf(seat, entry) {
    return this.find(`[data-form="${CSS.escape(entry.formKey)}"]`, this.places[seat]);
  }

  /**
   * @param {import("./entry.js").Entry} entry
   * @param {import("./places.js").Places} opened
   * @param {object|null} verdict  the server's word on what is typed now
   */
  draw(entry, opened, verdict) {
    this.entry = entry;
    this.opened = opened;
    this.verdict = verdict;
    const points = verdict?.points ?? entry.points();
    const slips = entry.slips();
    this.#drawWinner();
    for (const box of this.page.querySelectorAll("[data-sat-out]")) {
      box.checked = entry.satOut.has(Number(box.dataset.satOut));
    }
    this.places.forEach((place, seat) => this.#drawPlace(place, seat, points[seat], slips));
    this.#lend();
    this.#drawCheck(slips);
    this.#drawPreview(points);
    this.#drawButton();
  }

  #drawWinner() {
    const { entry } = this;
    const chooser = this.find("[data-winner-choice]");
    const asks = entry.needsWinner;
    const places = this.find("[data-places]");
    places.hidden = (asks && !this.wide.matches) || entry.isLog;
    if (!chooser) return;
    chooser.hidden = !(asks || (this.wide.matches && entry.form.winner));
    for (const radio of chooser.querySelectorAll("input")) {
      const seat = Number(radio.value);
      radio.checked = seat === entry.winner;
      this.find(".note", radio.parentElement).textContent = this.data.seats[seat].total;
    }
    this.find("[data-nobody]").hidden = entry.winner !== NOBODY || !entry.form.winner;
  }

  #drawPlace(place, seat, points, slips) {
    const { entry, data } = this;
    const isOut = entry.isOut(seat);
    const sitsOut = entry.satOut.has(seat);
    const hasExtras = entry.form.fields.some(({ kind }) => kind === "extra");
    const isOpen = (this.wide.matches || seat === this.opened.open) && (!isOut || hasExtras);
    place.classList.toggle("is-out", isOut);
    place.classList.toggle("is-open", isOpen);
    place.classList.toggle("sits-out", sitsOut);
    this.find("[data-opens-place]", place).setAttribute("aria-expanded", String(isOpen));
    const out = this.find("[data-out]", place);
    if (out) out.hidden = !isOut;
    this.find("[data-place-body]", place).hidden = !isOpen;
    for (const form of place.querySelectorAll("[data-form]")) {
      form.hidden = form.dataset.form !== entry.formKey || sitsOut;
    }
    if (!sitsOut) this.#drawFields(seat, slips);
    const before = data.seats[seat].total;
    change(this.find("[data-points]", place), points ?? "–");
    this.find("[data-total]", place).textContent =
      points === null
        ? fill(this.texts.total, { total: before })
        : fill(this.texts.totalAfter, { before, after: before + points });
  }

  #drawFields(seat, slips) {
    const { entry } = this;
    const form = this.formOf(seat, entry);
    for (const holder of form?.querySelectorAll("[data-field]") ?? []) {
      const field = entry.form.fields.find(({ key }) => key === holder.dataset.field);
      holder.hidden = entry.isOut(seat) && field.kind !== "extra";
      const bad = slips.some(
        (slip) => slip.field === field.key && slip.holders.some((held) => held.seat === seat),
      );
      const input = this.find("input", holder);
      if (bad) input.setAttribute("aria-invalid", "true");
      else input?.removeAttribute("aria-invalid");
      if (field.kind === "cards") this.#drawCards(holder, seat, field);
      if (field.kind === "columns") this.#drawColumns(holder, seat);
    }
  }

  #drawCards(holder, seat, field) {
    const cards = this.entry.value(seat, field);
    const box = this.find("[data-cards]", holder);
    pickers.drawHand(box, cards, this.tray, this.data.deck, this.texts);
    const target = this.find("[data-target]", holder);
    const isTarget = seat === this.opened.open && field.key === this.opened.target;
    target.setAttribute("aria-pressed", String(isTarget));
    const some = cards.length ? String(cards.length) : "";
    this.find("[data-filled]", target).textContent =
      field.most && field.most < 10 ? `${cards.length}/${field.most}` : some;
  }

  #drawColumns(holder, seat) {
    const at = seat === this.opened.open ? this.opened.at : [-1, -1];
    const columns = this.opened.gridOf(seat);
    const box = this.find("[data-columns]", holder);
    pickers.drawGrid(box, columns, at, this.tray, this.data.deck, this.texts);
  }

  /** Lend the keypad and the tray of cards to the open seat. */
  #lend() {
    const { entry, keypad, tray } = this;
    const { open, target } = this.opened;
    const usable = open >= 0 && !entry.isOut(open) && !entry.satOut.has(open);
    const body = usable ? this.formOf(open, entry) : null;
    const lists = entry.form.fields.filter(({ kind }) => LISTS.has(kind));
    const input = body && !lists.length ? this.find("[data-total-input]", body) : null;
    keypad.hidden = !input || this.wide.matches;
    tray.hidden = !body || !target;
    if (!keypad.hidden && keypad.dataset.keypad !== input.id) {
      keypad.dataset.keypad = input.id;
      input.closest("[data-field]").append(keypad);
    }
    if (tray.hidden) return;
    const holder = this.find(`[data-field="${CSS.escape(target)}"]`, body);
    if (tray.parentElement !== holder) holder.append(tray);
    const field = lists.find(({ key }) => key === target);
    const everybody = entry.sheets.flatMap((sheet, seat) =>
      entry.isOut(seat) || entry.satOut.has(seat)
        ? []
        : lists.flatMap(({ key }) => (sheet[key] ?? []).flat()),
    );
    const mine = entry.value(open, field).flat();
    const isFull =
      field.kind === "cards" ? field.most && mine.length >= field.most : this.opened.at[0] < 0;
    pickers.markTray(tray, this.data.deck, mine, everybody, isFull);
  }

  /** What the deck cannot hold, or what the server found; then how much of the deck is told. */
  #drawCheck(slips) {
    const { verdict } = this;
    const lines = slips.map((slip) => ({ text: this.#tooMany(slip), blocks: true }));
    if (!lines.length) lines.push(...(verdict?.findings ?? []));
    lines.push(...this.#oddWinner());
    const list = this.find("[data-check]");
    const before = list.textContent;
    list.replaceChildren(...lines.map((line) => this.#checkLine(line)));
    if (list.textContent && list.textContent !== before) announce(list.textContent);
    const size = Object.values(this.data.deck).reduce((sum, { copies }) => sum + copies, 0);
    const count = this.entry.cardsEntered();
    const deckLine = this.find("[data-deck-line]");
    deckLine.hidden = !count || lines.some(({ blocks }) => blocks);
    deckLine.textContent = fill(this.texts.deckHolds, { count, size });
    const steps = this.find("[data-steps]");
    if (!steps) return;
    const told = (verdict?.steps ?? []).flatMap((each, index) =>
      each.map((step) => `${this.data.seats[verdict.seats[index]].name}: ${step}`),
    );
    steps.hidden = !told.length;
    this.find("ul", steps).replaceChildren(...told.map((text) => element("li", text)));
  }

  #checkLine(line) {
    const item = element("li", "", line.blocks ? "notice bad" : "notice warn");
    const icon = this.find(line.blocks ? "template[data-alert]" : "template[data-info]");
    const words = element("div", "");
    words.append(element("p", line.text));
    item.append(icon.content.cloneNode(true), words);
    if (line.code === "not-confirmed" && this.data.rulesPage) {
      const link = element("a", this.texts.openRules);
      link.href = this.data.rulesPage;
      words.append(link);
    }
    if (line.fix) {
      const fix = element("button", line.suggestion, "button");
      fix.type = "button";
      fix.dataset.fix = JSON.stringify({ fix: line.fix, seat: line.seat });
      words.append(fix);
    }
    return item;
  }

  /** "The deck holds 4 of “Dragons”, but 5 are entered: Ann 3, Bob 2." */
  #tooMany(slip) {
    const who = slip.holders.map(({ seat, count }) => `${this.data.seats[seat].name} ${count}`);
    return fill(this.texts.tooMany, { ...slip, who: who.join(", ") });
  }

  /** "Cards were typed for Ann, who is marked as out. Did Bob go out?" */
  #oddWinner() {
    const odd = this.entry.oddWinner();
    if (!odd) return [];
    const { name } = this.data.seats[odd.winner];
    const text = fill(this.texts.winnerHolds, { name });
    if (odd.instead < 0) return [{ text, blocks: false }];
    const suggestion = fill(this.texts.wentOut, { name: this.data.seats[odd.instead].name });
    return [{ text, blocks: false, suggestion, fix: ["winner", odd.instead] }];
  }

  /** What the new totals mean for the match: "Ann reaches 500." */
  #drawPreview(points) {
    const { data, texts } = this;
    const line = this.find("[data-preview]");
    const reached = data.limit
      ? data.seats.filter(({ total }, i) => points[i] != null && total + points[i] >= data.limit)
      : [];
    const said = reached.map(({ name }) => fill(texts.reaches, { name, limit: data.limit }));
    if (data.hands && data.number >= data.hands) said.push(texts.lastHand);
    line.textContent = said.join(" ");
    line.hidden = !said.length || Boolean(data.corrects);
  }

  #drawButton() {
    const { entry, data, texts } = this;
    const button = this.find("[data-go]");
    const next = this.next(entry);
    let label = fill(data.corrects ? texts.saveCorrection : texts.save, { number: data.number });
    if (entry.isLog && next >= 0) label = texts.typeLog;
    else if (next >= 0) label = fill(this.#nextText(next), { name: data.seats[next].name });
    button.textContent = label;
    button.hidden = entry.needsWinner;
    button.classList.toggle("primary", next < 0);
    const title = data.corrects ? texts.correctHand : texts.hand;
    this.find("[data-number-of-hand]").textContent = fill(title, { number: data.number });
  }

  /** The seat to go on with: the first missing after the open one, then any; -1 for none. */
  next(entry) {
    const missing = entry.sheets.map((_, seat) => seat).filter((seat) => !entry.isFilled(seat));
    const { open } = this.opened;
    return missing.find((seat) => seat > open) ?? missing.find((seat) => seat !== open) ?? missing[0] ?? -1;
  }

  #nextText(next) {
    if (next !== this.opened.open) return this.texts.next;
    return this.entry.mayHoldNothing ? this.texts.nothingLeft : this.texts.missing;
  }

  /** Put what was typed into the inputs, where it did not come from. */
  showTyped(entry) {
    for (const radio of this.page.querySelectorAll("[name=form]")) {
      radio.checked = radio.value === entry.formKey;
    }
    this.places.forEach((_, seat) => {
      for (const holder of this.formOf(seat, entry)?.querySelectorAll("[data-field]") ?? []) {
        const input = this.find("input, select", holder);
        const field = entry.form.fields.find(({ key }) => key === holder.dataset.field);
        if (!input || LISTS.has(field.kind)) continue;
        const stepper = input.closest("[data-stepper]");
        input.value = entry.value(seat, field) ?? (stepper ? 0 : "");
        // The buttons of a stepper follow its input.
        stepper?.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    if (this.keypad.dataset.keypad) {
      const input = document.getElementById(this.keypad.dataset.keypad);
      this.find("output", this.keypad).value = input?.value ?? "";
    }
  }

  /** What a correction moves, as the server says. */
  drawEffect(effect) {
    const box = this.find("[data-effect]");
    if (!box || !effect) return;
    const { texts } = this;
    const lines = [
      ...effect.totals.map((moved) => fill(texts.totalMoves, moved)),
      ...effect.table
        .filter(({ rank_before, rank_after, before, after }) =>
          rank_before !== rank_after || before !== after)
        .map((moved) => {
          const text = moved.rank_before === moved.rank_after ? texts.figureMoves : texts.placeMoves;
          const shown = Object.entries(moved).map(([key, value]) => [key, value ?? "–"]);
          return fill(text, Object.fromEntries(shown));
        }),
      ...effect.ratings.map(({ name, before, after }) =>
        fill(texts.ratingMoves, { name, before: before ?? "–", after: after ?? "–" })),
    ];
    const list = element("ul", "", "stack tight effect");
    list.append(...lines.map((text) => element("li", text)));
    box.replaceChildren(lines.length ? list : element("p", texts.nothingMoves, "soft"));
  }
}

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
