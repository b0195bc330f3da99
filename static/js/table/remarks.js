/**
 * Renders the findings on an entry, and the steps of its points.
 *
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./verdict.js").Finding} Finding
 * @typedef {import("./verdict.js").Verdict} Verdict
 */

import { copyOf, element, maybe, newButton, one } from "../dom.js";
import { announce } from "../ui.js";
import { fill } from "./words.js";

export class Remarks {
  /**
   * @param {HTMLElement} page
   * @param {import("./entry-view.js").PageData} data
   */
  constructor(page, data) {
    this.page = page;
    this.data = data;
    this.texts = data.texts;
  }

  /**
   * Draw the deck check's findings, or the server's; then the number of cards entered.
   * @param {Entry} entry
   * @param {Verdict|null} verdict  the server's answer to what is typed now
   * @param {import("./entry.js").Slip[]} slips
   */
  draw(entry, verdict, slips) {
    /** @type {Finding[]} */
    const lines = slips.map((slip) => ({ text: this.#tooMany(slip), blocks: true }));
    if (!lines.length) lines.push(...(verdict?.findings ?? []));
    lines.push(...this.#oddWinner(entry));
    const list = one("[data-check]", this.page);
    const before = list.textContent;
    list.replaceChildren(...lines.map((line) => this.#checkLine(line)));
    if (list.textContent && list.textContent !== before) announce(list.textContent);
    const size = Object.values(this.data.deck).reduce((sum, { copies }) => sum + copies, 0);
    const count = entry.cardsEntered();
    const deckLine = one("[data-deck-line]", this.page);
    deckLine.hidden = !count || lines.some(({ blocks }) => blocks);
    deckLine.textContent = fill(this.texts.deckHolds, { count, size });
    this.#drawSteps(verdict);
  }

  /**
   * Draw how the points were computed, where the game explains them.
   * @param {Verdict|null} verdict
   */
  #drawSteps(verdict) {
    const list = maybe("[data-steps]", this.page);
    if (!list) return;
    const { seats, steps } = verdict ?? { seats: [], steps: [] };
    const lines = steps.flatMap((each, sheet) =>
      each.map((step) => `${this.data.seats[seats[sheet]].name}: ${step}`),
    );
    list.hidden = !lines.length;
    one("ul", list).replaceChildren(...lines.map((text) => element("li", "", text)));
  }

  /** @param {Finding} line */
  #checkLine(line) {
    const icon = copyOf(line.blocks ? "template[data-alert]" : "template[data-info]", this.page);
    const words = element("div", "", element("p", "", line.text));
    const item = element("li", line.blocks ? "notice bad" : "notice warn", icon, words);
    if (line.code === "not-confirmed" && this.data.rulesPage) {
      const link = element("a", "", this.texts.openRules);
      link.href = this.data.rulesPage;
      words.append(link);
    }
    if (line.suggestion && !line.fix) words.append(element("p", "", line.suggestion));
    if (line.fix) {
      const fix = newButton("button", line.suggestion ?? "");
      fix.dataset.fix = JSON.stringify(line.fix);
      words.append(fix);
    }
    return item;
  }

  /**
   * Return "Too many of “Dragons”: the deck has 4, but 5 are entered (Ann 3, Bob 2)."
   * @param {import("./entry.js").Slip} slip
   */
  #tooMany(slip) {
    const who = slip.holders.map(({ seat, count }) => `${this.data.seats[seat].name} ${count}`);
    return fill(this.texts.tooMany, { ...slip, who: who.join(", ") });
  }

  /**
   * Return "Cards were typed for Ann, who is marked as out" with the suggestion "Bob went out".
   * @param {Entry} entry
   * @returns {Finding[]}
   */
  #oddWinner(entry) {
    const odd = entry.oddWinner();
    if (!odd) return [];
    const { name } = this.data.seats[odd.winner];
    const text = fill(this.texts.winnerHolds, { name });
    if (odd.instead < 0) return [{ text, blocks: false }];
    const suggestion = fill(this.texts.wentOut, { name: this.data.seats[odd.instead].name });
    return [{ text, blocks: false, suggestion, fix: { kind: "winner", seat: odd.instead } }];
  }
}
