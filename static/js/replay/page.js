/** The replay of a hand: a drawn table, the list of events, and the ways to step through them. */

import { around, element, every, maybe, one, pageData } from "../dom.js";
import { announce, copied, toast } from "../ui.js";
import { Cards } from "./cards.js";
import { Drawing } from "./drawing.js";
import { fly } from "./flights.js";
import { Remarks } from "./remarks.js";
import { changed, filled, moved, nextFinding, stepOf, unfolded } from "./steps.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("./steps.js").Table} Table */

const SWIPE = 40; // pixels to one side
const LONGEST_FLIGHT = 260; // milliseconds
const ADDRESS_AFTER = 250; // milliseconds at a step before the address names it
const PAUSE = 1000; // milliseconds between two steps where no speed can be chosen

class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** Whether the page has other content, too: then the board leaves address and keys alone. */
    this.small = "small" in root.dataset;
    this.replay = /** @type {Replay} */ (pageData("replay-data"));
    this.begins = this.replay.begins;
    this.last = this.replay.events.length;
    this.eyes = "all";
    /** @type {Map<string, Table[]>} */
    this.unfolded = new Map();
    this.cards = new Cards(root);
    this.layer = one("[data-flights]", root);
    this.drawing = new Drawing(one("[data-table]", root), this.replay, this.cards, (about) =>
      "seat" in about ? this._showSet(about.seat ?? -1) : this._showDebts(about.debts ?? 0),
    );
    this.remarks = new Remarks(one("[data-now]", root), one("[data-ways]", root), this.replay, {
      witness: (verdict) => this._deal(verdict),
      go: (step) => this.go(step),
    });
    this.slider = one("[data-slider]", root, HTMLInputElement);
    this.player = one("[data-play]", root, HTMLButtonElement);
    this.speed = maybe("[data-speed]", root, HTMLSelectElement);
    this.rows = every("[data-event]", root, HTMLAnchorElement);
    /** @type {HTMLAnchorElement|undefined} the row of the step that is shown */
    this.current = undefined;
    this.buttons = new Map(every("[data-go]", root).map((one) => [one.dataset.go, one]));
    /** @type {"legal"|"illegal"|null} */
    this.witness = null;
    this.witnessed = -1;
    this.playing = 0;
    this.addressing = 0;
    this.step = -1;
    this._listen();
    this.go(this.small ? Number(this.slider.value) : this._stepInAddress(), { quiet: true });
  }

  _stepInAddress() {
    return stepOf(location.hash, location.search, this.last, this.replay.opens);
  }

  /** Return the table of every step as the chosen eyes see it. */
  get tables() {
    let tables = this.unfolded.get(this.eyes);
    if (!tables) {
      tables = unfolded(this.replay.tables[this.eyes]);
      this.unfolded.set(this.eyes, tables);
    }
    return tables;
  }

  /**
   * Show a step.
   *
   * @param {number} step
   * @param {{quiet?: boolean, milliseconds?: number}} [how]  quiet: nothing is said or moved
   */
  go(step, { quiet = false, milliseconds = LONGEST_FLIGHT } = {}) {
    const to = Math.max(this.begins, Math.min(step, this.last));
    if (to === this.step) return;
    const forward = to === this.step + 1;
    if (this.witness && to !== this.witnessed && to !== this.witnessed + 1) this.witness = null;
    this.step = to;
    const flight = forward && !quiet ? this._flight(to) : null;
    this._show();
    if (flight) flight(milliseconds);
    if (!quiet) announce(this._spoken());
    this._nameInAddress();
  }

  _show() {
    const { step } = this;
    const focused = document.activeElement;
    this.drawing.draw(this._table());
    this.remarks.show(step, this.eyes, this.witness);
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", this._spoken());
    this.current?.removeAttribute("aria-current");
    this.current = this.rows[step - 1];
    this.current?.setAttribute("aria-current", "step");
    for (const [name, off] of /** @type {[string, boolean][]} */ ([
      ["first", step === this.begins],
      ["back", step === this.begins],
      ["forward", step === this.last],
      ["last", step === this.last],
      ["finding", nextFinding(this.replay.events, step, 1) === null],
      ["finding-before", nextFinding(this.replay.events, step, -1) === null],
    ])) {
      this.buttons.get(name)?.setAttribute("aria-disabled", String(off));
    }
    // Measures the page, so it comes after everything that changes the layout.
    if (this.current) keepInSight(this.current);
    // The focused element was redrawn: move the focus to the list.
    if (focused && !focused.isConnected) (this.current ?? this.slider).focus({ preventScroll: true });
  }

  /** Return the table to draw, with the hidden cards dealt as a witness has them. */
  _table() {
    const table = this.tables[this.step];
    if (!this.witness) return table;
    const dealt = this.replay.dealt[String(this.witnessed)][this.witness];
    return changed(table, this.step > this.witnessed ? dealt.after : dealt.before);
  }

  /**
   * Return how the card of a step moves, as a function that starts it once the step is drawn.
   *
   * @param {number} step
   */
  _flight(step) {
    const parts = moved(this.tables[step - 1], this.tables[step]);
    const from = parts.from.map((key) => this.drawing.placeOf(key)).find((place) => place);
    if (!from || !parts.to.length) return null;
    const [target] = parts.to;
    return (/** @type {number} */ milliseconds) => {
      const to = this.drawing.placeOf(target);
      if (to) fly(this.layer, this._flyingCard(step, target), from, to, milliseconds);
    };
  }

  /**
   * @param {number} step
   * @param {string} target
   */
  _flyingCard(step, target) {
    const pile = this.tables[step].piles.find(([key]) => key === target);
    const card = pile?.[1].at(-1);
    return card === undefined ? this.cards.back() : this.cards.face(card);
  }

  _spoken() {
    const { events, texts } = this.replay;
    if (!this.step) return texts.start;
    const event = events[this.step - 1];
    const said = event.findings.map((finding) => finding.text).join(" ");
    return `${this.step}. ${event.said}. ${event.verdict === "legal" ? "" : texts[event.verdict]} ${said}`;
  }

  _nameInAddress() {
    if (this.small) return;
    clearTimeout(this.addressing);
    this.addressing = window.setTimeout(() => {
      const url = new URL(location.href);
      url.hash = `e${this.step}`;
      history.replaceState(history.state, "", url);
    }, ADDRESS_AFTER);
  }

  _listen() {
    this.root.addEventListener("click", (event) => {
      const where = around(event, "[data-go]")?.dataset.go;
      const row = around(event, "[data-event]");
      if (row) {
        event.preventDefault();
        this._stop();
        this.go(Number(row.dataset.event));
      } else if (where) {
        this._stop();
        this._goTo(where);
      }
    });
    this.slider.addEventListener("input", () => {
      this._stop();
      this.go(Number(this.slider.value), { quiet: true });
    });
    this.player.addEventListener("click", () => (this.playing ? this._stop() : this._play()));
    maybe("[data-eyes]", this.root)?.addEventListener("change", (event) => {
      this.eyes = /** @type {HTMLSelectElement} */ (event.target).value;
      this.witness = null;
      this._show();
    });
    maybe("[data-copy]", this.root)?.addEventListener("click", () => this._copyLink());
    const listening = this.small ? this.root : document;
    listening.addEventListener("keydown", (event) => this._key(/** @type {KeyboardEvent} */ (event)));
    if (!this.small) window.addEventListener("hashchange", () => this.go(this._stepInAddress()));
    this._listenToSwipes(one("[data-table]", this.root));
  }

  /** @param {HTMLElement} table */
  _listenToSwipes(table) {
    /** @type {{x: number, y: number}|null} */
    let start = null;
    table.addEventListener("touchstart", ({ touches: [touch, second] }) => {
      start = second ? null : { x: touch.clientX, y: touch.clientY };
    }, { passive: true });
    table.addEventListener("touchend", ({ changedTouches: [touch] }) => {
      if (!start) return;
      const x = touch.clientX - start.x;
      const y = touch.clientY - start.y;
      start = null;
      if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
      this._stop();
      this.go(this.step + (x < 0 ? 1 : -1));
    });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest("input, select, textarea, dialog, [popover]")) return;
    const where = KEYS[event.key];
    if (where) {
      event.preventDefault();
      this._stop();
      this._goTo(where);
    } else if (event.key === " " && !on.closest("button, a, summary")) {
      event.preventDefault();
      if (this.playing) this._stop();
      else this._play();
    }
  }

  /** @param {string} where */
  _goTo(where) {
    const { events } = this.replay;
    /** @type {Record<string, () => number|null>} */
    const steps = {
      first: () => this.begins,
      back: () => this.step - 1,
      forward: () => this.step + 1,
      last: () => this.last,
      finding: () => nextFinding(events, this.step, 1),
      "finding-before": () => nextFinding(events, this.step, -1),
    };
    const step = steps[where]?.();
    if (typeof step === "number") this.go(step);
  }

  _play() {
    if (this.step === this.last) this.go(this.begins);
    const { texts } = this.replay;
    this.player.setAttribute("aria-pressed", "true");
    this.player.setAttribute("aria-label", texts.pause);
    const next = () => {
      const pause = Number(this.speed?.value ?? PAUSE);
      this.go(this.step + 1, { milliseconds: Math.min(LONGEST_FLIGHT, pause * 0.6) });
      if (this.step === this.last) this._stop();
      else this.playing = window.setTimeout(next, pause);
    };
    this.playing = window.setTimeout(next, 0);
  }

  _stop() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.player.setAttribute("aria-pressed", "false");
    this.player.setAttribute("aria-label", this.replay.texts.play);
  }

  /** @param {"legal"|"illegal"|null} verdict the witness to deal by, null to hide the cards again */
  _deal(verdict) {
    this.witness = verdict;
    this.witnessed = this.step - 1;
    if (verdict) {
      this.eyes = "all";
      const eyes = maybe("[data-eyes]", this.root, HTMLSelectElement);
      if (eyes) eyes.value = "all";
    }
    this._show();
  }

  /** @param {number} seat whose unknown cards were touched, -1 for the draw pile */
  _showSet(seat) {
    const { texts, sets, seats } = this.replay;
    const table = this._table();
    const set = sets[seat < 0 ? table.stock : table.seats[seat].mayBe];
    const title = seat < 0 ? texts.stockCouldBe : `${seats[seat]}: ${texts.couldBe}`;
    const cards = set.map((card) => {
      const name = element("span", "visually-hidden", this.replay.faces[card]);
      return element("li", "", this.cards.face(card), name);
    });
    const content = cards.length
      ? element("ul", "could-be", ...cards)
      : element("p", "", texts.couldBeNothing);
    this._openLens(title, content);
  }

  /** @param {number} seat whose debts were touched */
  _showDebts(seat) {
    const { texts, seats, rules, events } = this.replay;
    const debts = this._table().seats[seat].debts.map(([count, rule, event]) => {
      const said = events[event]?.said ?? "";
      const since = filled(texts.owesSince, { count, number: event + 1, said });
      const item = element("li", "", since);
      if (rules[rule]) {
        const cited = `${rules[rule].source}: ${rules[rule].text}`;
        item.append(element("cite", "", cited));
      }
      return item;
    });
    this._openLens(filled(texts.owesTitle, { name: seats[seat] }), element("ul", "debts", ...debts));
  }

  /**
   * @param {string} title
   * @param {HTMLElement} content
   */
  _openLens(title, content) {
    const lens = one("#lens", document, HTMLDialogElement);
    one("[data-lens-title]", lens).textContent = title;
    one("[data-lens]", lens).replaceChildren(content);
    lens.showModal();
  }

  async _copyLink() {
    const url = new URL(this.root.dataset.link ?? location.href, location.href);
    url.hash = "";
    url.searchParams.set("step", String(this.step));
    if (await copied(url.href)) toast(this.replay.texts.copied);
    else toast(url.href, null, 20_000); // to copy by hand
  }
}

/** @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  n: "finding",
  p: "finding-before",
};

/**
 * Scroll only the list of events until a row is visible.
 *
 * @param {HTMLElement} row
 */
function keepInSight(row) {
  const list = row.closest("[data-events]");
  if (!(list instanceof HTMLElement) || list.scrollHeight <= list.clientHeight) return;
  const box = row.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  if (box.top < room.top) list.scrollTop -= room.top - box.top + box.height;
  else if (box.bottom > room.bottom) list.scrollTop += box.bottom - room.bottom + box.height;
}

new Board(one("[data-replay]"));
