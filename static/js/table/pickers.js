/**
 * Entering cards by tapping: a hand of cards, or a grid of columns. The page has one picker, the
 * tray of all faces, which is attached to the field being filled.
 *
 * A hand's value is a list of card codes. A grid's value is a list of columns, each a list of
 * codes, top card first; "" is a place that was not filled yet.
 *
 * @typedef {[number, number]} GridPlace  column and row, [-1, -1] for none
 * @typedef {import("./entry.js").Deck} Deck
 * @typedef {Record<string, string>} Texts
 */

import { copyOf, element, every, newButton, one } from "../dom.js";
import { fill } from "./words.js";

/** @param {number} rows */
const emptyColumn = (rows) => Array(rows).fill("");

/**
 * Return the picture of a card, copied from the tray.
 * @param {HTMLElement} tray
 * @param {string} code
 */
function picture(tray, code) {
  const drawing = one(`[data-code="${CSS.escape(code)}"]`, tray).querySelector("svg");
  if (!drawing) throw new Error(`the tray has no picture of ${code}`);
  const drawn = /** @type {SVGElement} */ (drawing.cloneNode(true));
  drawn.removeAttribute("role");
  drawn.removeAttribute("aria-label");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

/**
 * @param {string} label
 * @param {string} className
 */
function button(label, className) {
  const made = newButton(className);
  made.setAttribute("aria-label", label);
  return made;
}

/**
 * Draw the cards of a hand into `box`; each is a button that takes the card away again.
 * @param {HTMLElement} box
 * @param {string[]} cards
 * @param {HTMLElement} tray
 * @param {Deck} deck
 * @param {Texts} text
 */
export function drawHand(box, cards, tray, deck, text) {
  const made = cards.map((code, index) => {
    const taken = button(fill(text.take, { card: deck[code].name }), "card-button");
    taken.dataset.takes = String(index);
    taken.append(picture(tray, code));
    return taken;
  });
  box.replaceChildren(...made);
  box.hidden = cards.length === 0;
}

/**
 * Draw the columns of a grid into `box`; the place `at` is filled next.
 * @param {HTMLElement} box
 * @param {string[][]} columns
 * @param {GridPlace} at
 * @param {HTMLElement} tray
 * @param {Deck} deck
 * @param {Texts} text
 */
export function drawGrid(box, columns, at, tray, deck, text) {
  const made = columns.map((column, c) => {
    const shown = element("div", "grid-column");
    column.forEach((code, r) => {
      const where = fill(text.place, { column: c + 1, row: r + 1 });
      const label = code ? `${where}: ${deck[code].name}` : `${where}: ${text.empty}`;
      const place = button(label, "card-button");
      place.dataset.place = `${c},${r}`;
      place.setAttribute("aria-pressed", String(at[0] === c && at[1] === r));
      place.append(code ? picture(tray, code) : copyOf("template[data-empty]", tray));
      shown.append(place);
    });
    const gone = button(fill(text.clear, { column: c + 1 }), "button icon-only");
    gone.dataset.clears = String(c);
    gone.append(copyOf("template[data-cross]", tray));
    shown.append(gone);
    return shown;
  });
  const more = button(text.addColumn, "button icon-only");
  more.dataset.addsColumn = "";
  more.append(copyOf("template[data-plus]", tray));
  box.replaceChildren(...made, more);
}

/**
 * Return the first place of a grid without a card, [-1, -1] when it is full.
 * @param {string[][]} columns
 * @returns {GridPlace}
 */
export function firstEmpty(columns) {
  for (let c = 0; c < columns.length; c += 1) {
    const r = columns[c].indexOf("");
    if (r >= 0) return [c, r];
  }
  return [-1, -1];
}

/**
 * Return the grid with one more, empty column.
 * @param {string[][]} columns
 * @param {number} rows  cards in a column
 */
export const addColumn = (columns, rows) => [...columns, emptyColumn(rows)];

/**
 * Return the grid with a card at a place.
 * @param {string[][]} columns
 * @param {GridPlace} at
 * @param {string} code
 */
export const put = (columns, [c, r], code) =>
  columns.map((column, i) => (i === c ? column.map((old, j) => (j === r ? code : old)) : column));

/**
 * Return a grid as it is stored: columns without their empty places, and no empty columns.
 * @param {string[][]} columns
 */
export const filledColumns = (columns) =>
  columns.map((column) => column.filter(Boolean)).filter((column) => column.length > 0);

/**
 * Return a grid to fill further, from its stored form; a new one has the size of the field.
 * @param {string[][]} columns
 * @param {{columns: number, rows: number}} field
 */
export const openColumns = (columns, field) =>
  columns.length
    ? columns.map((column) => [...column, ...emptyColumn(field.rows)].slice(0, field.rows))
    : Array.from({ length: field.columns }, () => emptyColumn(field.rows));

/**
 * Show in the tray how many of each card `mine` holds, and disable cards the deck has no more of.
 * @param {HTMLElement} tray
 * @param {Deck} deck
 * @param {string[]} mine
 * @param {string[]} everybody
 * @param {boolean} isFull  whether the hand or grid takes no more cards
 */
export function markTray(tray, deck, mine, everybody, isFull) {
  for (const key of every("[data-code]", tray, HTMLButtonElement)) {
    const code = key.dataset.code ?? "";
    const held = mine.filter((card) => card === code).length;
    const badge = one(".copies", key);
    badge.hidden = held === 0;
    badge.textContent = String(held);
    key.disabled = isFull || everybody.filter((card) => card === code).length >= deck[code].copies;
  }
}
