/** The drawn table: seats round it, hands, grids and piles. Only what changed is drawn anew. */

import { around, one } from "../dom.js";
import { Cards, element } from "./cards.js";
import { places } from "./places.js";
import { filled } from "./steps.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("./steps.js").Table} Table */
/** @typedef {import("./steps.js").Seat} Seat */
/** @typedef {import("./steps.js").Pile} Pile */

/** Piles before a seat whose cards lie in the middle of the table, where everybody plays them. */
const IN_THE_MIDDLE = "trick";

/** Cards of a hand that are drawn; a log may say that somebody holds thousands. */
const MOST_CARDS = 60;

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
      if (seat !== before?.seats[number]) this._fill(this.seats[number], seat, number);
    }
    const tricks = (/** @type {Table|null} */ one) => one?.seats.map(trickOf);
    const same =
      before &&
      before.piles === table.piles &&
      before.named === table.named &&
      before.direction === table.direction &&
      before.stock === table.stock &&
      String(tricks(before)) === String(tricks(table));
    if (!same) this._fillMiddle(table);
    this.table = table;
  }

  /**
   * Return the middle of a part of the table on the page, null if it is not drawn.
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
   */
  _fill(place, seat, number) {
    const body = one(".seat-body", place);
    body.replaceChildren(...this._hand(seat, number));
    if (seat.grid.length) body.append(this._grid(seat, number));
    for (const pile of seat.piles) {
      if (pile[0] !== IN_THE_MIDDLE && pile[2]) body.append(this._small(pile, number));
    }
    const facts = element("p", "seat-facts", ...this._facts(seat, number));
    if (facts.childElementCount) body.append(facts);
  }

  /**
   * @param {Seat} seat
   * @param {number} number
   * @returns {HTMLElement[]}
   */
  _hand(seat, number) {
    const { texts } = this.replay;
    const held = seat.cards.length + seat.unknown;
    if (!held) return seat.grid.length ? [] : [element("p", "empty-hand", texts.noCards)];
    const faces = seat.cards.slice(0, MOST_CARDS).map((card) => this.cards.face(card));
    const room = Math.min(seat.unknown, MOST_CARDS - faces.length);
    const shown = [...faces, ...Array.from({ length: room }, () => this.cards.back())];
    const label = [...seat.cards.map((card) => this.replay.faces[card])];
    if (seat.unknown) label.push(this._unknown(seat.unknown));
    const fan = this._fan(shown, label.join(", "), seat.unknown ? number : null);
    fan.append(element("span", "count", String(held)));
    return [fan];
  }

  /**
   * Return cards that overlap as far as they have to. With unknown ones among them they can be
   * touched, to learn what these may be.
   *
   * @param {Element[]} cards
   * @param {string} label
   * @param {number|null} unknownOf seat with unknown cards
   */
  _fan(cards, label, unknownOf) {
    const fan = unknownOf === null ? element("div", "fan") : element("button", "fan");
    if (fan instanceof HTMLButtonElement) {
      fan.type = "button";
      fan.dataset.unknown = String(unknownOf);
    } else {
      fan.setAttribute("role", "img");
    }
    fan.setAttribute("aria-label", label);
    fan.append(...cards.map((card) => element("span", "in-fan", card)));
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
    const unknown = Array.from({ length: Math.max(0, size - cards.length) }, () => this.cards.back());
    const shown = [...cards.map((card) => this.cards.face(card)), ...unknown.slice(0, 2)];
    const label = `${piles[key]} (${size}): ${cards.map((card) => faces[card]).join(", ")}`;
    const title = element("span", "pile-title", `${piles[key]} ${size}`);
    const box = element("div", "small-pile", title, this._fan(shown, label, null));
    box.dataset.part = `seat ${number} ${key}`;
    return box;
  }

  /**
   * @param {Seat} seat
   * @param {number} number
   * @returns {HTMLElement[]}
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
    return facts;
  }

  /** @param {Table} table */
  _fillMiddle(table) {
    const parts = table.piles
      .filter(([key, , size]) => size || key === "draw")
      .map((pile) => this._pile(pile));
    const piles = element("div", "piles", ...parts);
    this.middle.replaceChildren(piles);
    const trick = this._trick(table);
    if (trick) this.middle.append(trick);
    const signs = element("p", "signs", ...this._signs(table));
    if (signs.childElementCount) this.middle.append(signs);
  }

  /** @param {Pile} pile */
  _pile([key, cards, size]) {
    const { piles, faces } = this.replay;
    const title = element("span", "pile-title", `${piles[key]} ${size}`);
    const label = `${piles[key]}, ${size}`;
    let shown;
    if (key === "draw") {
      shown = this._fan(size ? [this.cards.back()] : [], label, -1);
      shown.classList.add("stock");
    } else {
      const last = cards.slice(-4);
      const top = last.length ? last.map((card) => this.cards.face(card)) : [this.cards.back()];
      shown = this._fan(top, `${label}: ${last.map((card) => faces[card]).join(", ")}`, null);
      shown.classList.add("last-on-top");
    }
    const box = element("div", `pile ${key}`, shown, title);
    box.dataset.part = key;
    return box;
  }

  /** @param {Table} table */
  _trick(table) {
    const { seats, faces } = this.replay;
    const played = table.seats.flatMap((seat, number) => {
      const pile = trickOf(seat);
      return pile?.[2] ? [{ number, pile }] : [];
    });
    if (!played.length) return null;
    return element(
      "div",
      "trick",
      ...played.map(({ number, pile: [, cards, size] }) => {
        const hidden = Array.from({ length: size - cards.length }, () => this.cards.back());
        const shown = [...cards.map((card) => this.cards.face(card)), ...hidden];
        const label = `${seats[number]}: ${cards.map((card) => faces[card]).join(", ")}`;
        const name = element("span", "pile-title", seats[number]);
        const box = element("div", "played", this._fan(shown, label, null), name);
        box.dataset.part = `seat ${number} ${IN_THE_MIDDLE}`;
        return box;
      }),
    );
  }

  /**
   * @param {Table} table
   * @returns {HTMLElement[]}
   */
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
    return signs;
  }
}

/**
 * @param {Seat} seat
 * @returns {Pile|undefined}
 */
function trickOf(seat) {
  return seat.piles.find(([key]) => key === IN_THE_MIDDLE);
}
