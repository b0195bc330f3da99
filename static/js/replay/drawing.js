/** The drawn table: seats round it, hands, grids and piles. Only changed parts are redrawn. */

import { around, element, one } from "../dom.js";
import { Cards } from "./cards.js";
import { Fan } from "./fans.js";
import { places } from "./places.js";
import { filled } from "./steps.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("./steps.js").Table} Table */
/** @typedef {import("./steps.js").Seat} Seat */
/** @typedef {import("./steps.js").Pile} Pile */

/** Piles of a seat that are drawn in the middle of the table, where everybody plays to them. */
const IN_THE_MIDDLE = "trick";

/** Most cards drawn of a hand; a log may say that somebody holds thousands. */
const MOST_CARDS = 60;

const BACK = "back";

export class Drawing {
  /**
   * @param {HTMLElement} root an empty element
   * @param {Replay} replay
   * @param {Cards} cards
   * @param {(about: {seat?: number, debts?: number}) => void} ask called when somebody touches cards
   *   nobody knows (`seat` -1: the draw pile) or what a seat owes
   */
  constructor(root, replay, cards, ask) {
    this.root = root;
    this.replay = replay;
    this.cards = cards;
    /** @type {Table|null} */
    this.table = null;
    /** @type {Map<string, Fan>} the fans on the table, by where they lie */
    this.fans = new Map();
    this.piles = element("div", "piles");
    this.trick = element("div", "trick");
    this.middle = element("div", "ring-middle");
    /** @type {HTMLElement[]} */
    this.seats = replay.seats.map((name, number) => this._seat(name, number));
    const roomy = matchMedia("(min-width: 60rem)");
    roomy.addEventListener("change", () => this._place(roomy.matches));
    this._place(roomy.matches);
    root.addEventListener("click", (event) => {
      const asked = around(event, "[data-unknown], [data-debts]");
      if (asked?.dataset.unknown) ask({ seat: Number(asked.dataset.unknown) });
      if (asked?.dataset.debts) ask({ debts: Number(asked.dataset.debts) });
    });
  }

  /** @param {Table} table */
  draw(table) {
    const before = this.table;
    for (const [number, seat] of table.seats.entries()) {
      const acting = table.acting.includes(number);
      this.seats[number].classList.toggle("acting", acting);
      one("[data-turn]", this.seats[number]).hidden = !acting;
      const was = before?.seats[number];
      if (seat !== was) this._fill(this.seats[number], seat, number, was);
    }
    this._fillMiddle(table, before);
    this.table = table;
  }

  /**
   * Return the centre of a part of the table in page coordinates, null if it is not drawn.
   * @param {string} key as in `moved` of steps.js
   */
  placeOf(key) {
    const part = this.root.querySelector(`[data-part="${CSS.escape(key)}"]`);
    const box = part?.getBoundingClientRect();
    return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** @param {boolean} wide */
  _place(wide) {
    const { seats } = this.replay;
    const at = places(seats.length, Math.max(this.replay.viewer, 0), wide);
    const row = (/** @type {string} */ place, /** @type {number[]} */ numbers) =>
      element("div", place, ...numbers.map((number) => this.seats[number]));
    this.root.classList.toggle("has-sides", at.left.length > 0);
    this.root.replaceChildren(
      row("ring-top", at.top),
      row("ring-left", at.left),
      this.middle,
      row("ring-right", at.right),
      row("ring-bottom", [at.bottom]),
    );
  }

  /**
   * @param {string} name
   * @param {number} number
   */
  _seat(name, number) {
    const { dealer, viewer, texts } = this.replay;
    const marks = element("span", "seat-marks");
    const turn = element("span", "turn-mark", texts.toPlay);
    turn.dataset.turn = "";
    marks.append(turn);
    if (number === viewer) marks.append(element("span", "mark", texts.you));
    if (number === dealer) marks.append(element("span", "mark", texts.dealer));
    const title = element("h3", "seat-name", element("span", "name", name), marks);
    const body = element("div", "seat-body");
    const seat = element("section", "ring-seat", title, body);
    seat.dataset.part = `seat ${number}`;
    return seat;
  }

  /**
   * @param {HTMLElement} place
   * @param {Seat} seat
   * @param {number} number
   * @param {Seat} [was]  the seat as it is drawn
   */
  _fill(place, seat, number, was) {
    const body = one(".seat-body", place);
    const kept = (/** @type {string} */ selector, /** @type {(keyof Seat)[]} */ ...of) =>
      was && of.every((key) => was[key] === seat[key]) ? body.querySelector(`:scope > ${selector}`) : null;
    /** @type {(Element|null)[]} */
    const parts = [this._hand(seat, number)];
    if (seat.grid.length) parts.push(kept(".grid", "grid") ?? this._grid(seat, number));
    for (const pile of seat.piles) {
      if (pile[0] !== IN_THE_MIDDLE && pile[2]) parts.push(this._small(pile, number));
    }
    parts.push(kept(".seat-facts", "debts", "notes", "points") ?? this._facts(seat, number));
    contain(body, parts);
  }

  /**
   * @param {Seat} seat
   * @param {number} number
   */
  _hand(seat, number) {
    const { texts, faces } = this.replay;
    const held = seat.cards.length + seat.unknown;
    if (!held) return seat.grid.length ? null : element("p", "empty-hand", texts.noCards);
    const known = seat.cards.slice(0, MOST_CARDS).map(String);
    const room = Math.min(seat.unknown, MOST_CARDS - known.length);
    const label = seat.cards.map((card) => faces[card]);
    if (seat.unknown) label.push(this._unknown(seat.unknown));
    const fan = this._fan(`hand ${number}`, seat.unknown ? number : null);
    fan.show([...known, ...Array.from({ length: room }, () => BACK)], label.join(", "), held);
    return fan.root;
  }

  /**
   * Return the fan that lies somewhere, a new one if there is none or nobody could touch it so far.
   *
   * @param {string} where
   * @param {number|null} [unknownOf]  as for Fan
   */
  _fan(where, unknownOf = null) {
    const lies = this.fans.get(where);
    if (lies?.unknownOf === unknownOf) return lies;
    lies?.clear();
    const fan = new Fan(this.cards, unknownOf);
    this.fans.set(where, fan);
    return fan;
  }

  /** @param {number} count */
  _unknown(count) {
    const { texts } = this.replay;
    return count === 1 ? texts.oneUnknownCard : filled(texts.unknownCards, { count });
  }

  /**
   * @param {Seat} seat
   * @param {number} number
   */
  _grid(seat, number) {
    const { texts, faces } = this.replay;
    const names = seat.grid.map((column) => {
      if (!column.length) return texts.cleared;
      return column
        .map(([card, faceUp]) => {
          if (card < 0) return texts.unknownFaceDown;
          return faceUp ? faces[card] : filled(texts.faceDown, { card: faces[card] });
        })
        .join(", ");
    });
    const columns = seat.grid.map((column) =>
      element(
        "span",
        column.length ? "grid-column" : "grid-column hole",
        ...column.map(([card, faceUp]) => this.cards.inGrid(card, faceUp === 1)),
      ),
    );
    const open = seat.grid.some((column) => column.some(([card]) => card < 0));
    const grid = open ? element("button", "grid") : element("div", "grid");
    if (grid instanceof HTMLButtonElement) {
      grid.type = "button";
      grid.dataset.unknown = String(number);
    } else {
      grid.setAttribute("role", "img");
    }
    grid.setAttribute("aria-label", names.join("; "));
    grid.append(...columns);
    return grid;
  }

  /**
   * Return a small pile before a seat.
   *
   * @param {Pile} pile
   * @param {number} number
   */
  _small([key, cards, size], number) {
    const { piles, faces } = this.replay;
    const where = `seat ${number} ${key}`;
    const title = `${piles[key]} ${size}`;
    const hidden = Math.min(2, Math.max(0, size - cards.length));
    const fan = this._fan(where);
    fan.show(
      [...cards.map(String), ...Array.from({ length: hidden }, () => BACK)],
      `${piles[key]} (${size}): ${cards.map((card) => faces[card]).join(", ")}`,
    );
    return this._box("small-pile", where, title, fan, true);
  }

  /**
   * Return a fan with its title in a box, which is kept.
   *
   * @param {string} className
   * @param {string} where
   * @param {string} title
   * @param {Fan} fan
   * @param {boolean} [above]  whether the title stands above the cards
   */
  _box(className, where, title, fan, above = false) {
    let box = fan.root.parentElement;
    if (!box) {
      const named = element("span", "pile-title");
      box = element("div", className, ...(above ? [named, fan.root] : [fan.root, named]));
      box.dataset.part = where;
    }
    const named = one(".pile-title", box);
    if (named.textContent !== title) named.textContent = title;
    return box;
  }

  /**
   * @param {Seat} seat
   * @param {number} number
   */
  _facts(seat, number) {
    const { texts } = this.replay;
    const facts = [];
    if (seat.debts.length) {
      const count = seat.debts.reduce((sum, [cards]) => sum + cards, 0);
      const owes = element("button", "fact owes", filled(texts.owes, { count }));
      owes.type = "button";
      owes.dataset.debts = String(number);
      facts.push(owes);
    }
    facts.push(...seat.notes.map((note) => element("span", "fact", note)));
    if (seat.points !== null) {
      facts.push(element("span", "fact worth", filled(texts.points, { points: seat.points })));
    }
    return facts.length ? element("p", "seat-facts", ...facts) : null;
  }

  /**
   * @param {Table} table
   * @param {Table|null} was  the table as it is drawn
   */
  _fillMiddle(table, was) {
    const piles = table.piles.filter(([key, , size]) => size || key === "stock");
    if (was?.piles !== table.piles) {
      contain(this.piles, piles.map((pile) => this._pile(pile)));
    }
    const same = was && was.named === table.named && was.direction === table.direction;
    const signs = same ? this.middle.querySelector(":scope > .signs") : this._signs(table);
    contain(this.middle, [this.piles, this._trick(table), signs]);
  }

  /** @param {Pile} pile */
  _pile([key, cards, size]) {
    const { piles, faces } = this.replay;
    const label = `${piles[key]}, ${size}`;
    const fan = this._fan(key, key === "stock" ? -1 : null);
    if (key === "stock") {
      fan.show(size ? [BACK] : [], label);
    } else {
      const last = cards.slice(-4);
      const named = last.map((card) => faces[card]).join(", ");
      fan.show(last.length ? last.map(String) : [BACK], `${label}: ${named}`);
    }
    fan.root.classList.add(key === "stock" ? "stock" : "last-on-top");
    return this._box(`pile ${key}`, key, `${piles[key]} ${size}`, fan);
  }

  /** @param {Table} table */
  _trick(table) {
    const { seats, faces } = this.replay;
    const played = table.seats.flatMap((seat, number) => {
      const [, cards, size] = seat.piles.find(([key]) => key === IN_THE_MIDDLE) ?? ["", [], 0];
      if (!size) return [];
      const where = `seat ${number} ${IN_THE_MIDDLE}`;
      const fan = this._fan(where);
      fan.show(
        [...cards.map(String), ...Array.from({ length: size - cards.length }, () => BACK)],
        `${seats[number]}: ${cards.map((card) => faces[card]).join(", ")}`,
      );
      return [this._box("played", where, seats[number], fan)];
    });
    contain(this.trick, played);
    return played.length ? this.trick : null;
  }

  /** @param {Table} table */
  _signs({ named, direction }) {
    const { texts } = this.replay;
    const signs = [];
    if (named) {
      const [key, word] = named;
      const sign = element("span", "sign asked", filled(texts.asksFor, { word }));
      sign.dataset.colour = key;
      signs.push(sign);
    }
    if (direction) {
      const clockwise = direction > 0;
      const sign = element("span", "sign direction", clockwise ? "↻" : "↺");
      sign.setAttribute("role", "img");
      sign.setAttribute("aria-label", clockwise ? texts.clockwise : texts.counterclockwise);
      sign.title = sign.getAttribute("aria-label") ?? "";
      signs.push(sign);
    }
    return signs.length ? element("p", "signs", ...signs) : null;
  }
}

/**
 * Make *parts* the only children of an element; do nothing if they are already.
 *
 * @param {HTMLElement} place
 * @param {(Element|null)[]} parts
 */
function contain(place, parts) {
  const shown = parts.filter((part) => part !== null);
  const same =
    shown.length === place.childElementCount &&
    shown.every((part, index) => part === place.children[index]);
  if (!same) place.replaceChildren(...shown);
}
