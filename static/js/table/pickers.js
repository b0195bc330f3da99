/**
 * Cards that are tapped: a hand of cards, or a grid of columns. The page has one picker, the tray
 * of all faces; it belongs to the place it is attached to.
 *
 * A hand's value is a list of card codes. A grid's value is a list of columns, each a list of
 * codes, top card first; "" is a place that was not filled yet.
 */

import { fill } from "./words.js";

const CARDS_IN_COLUMN = 2;
export const EMPTY_GRID = Object.freeze([["", ""], ["", ""], ["", ""]]);

/** The picture of a card, copied from the tray. */
function picture(tray, code) {
  const drawn = tray.querySelector(`[data-code="${CSS.escape(code)}"] svg`).cloneNode(true);
  drawn.removeAttribute("role");
  drawn.removeAttribute("aria-label");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

function button(label, className) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.setAttribute("aria-label", label);
  return made;
}

/** Draw the cards of a hand into `box`; each is a button that takes the card away again. */
export function drawHand(box, cards, tray, deck, text) {
  const made = cards.map((code, index) => {
    const taken = button(fill(text.take, { card: deck[code].name }), "card-button");
    taken.dataset.takes = index;
    taken.append(picture(tray, code));
    return taken;
  });
  box.replaceChildren(...made);
  box.hidden = cards.length === 0;
}

/** Draw the columns of a grid into `box`; the place `at` ([column, row]) is filled next. */
export function drawGrid(box, columns, at, tray, deck, text) {
  const made = columns.map((column, c) => {
    const shown = document.createElement("div");
    shown.className = "grid-column";
    column.forEach((code, r) => {
      const where = fill(text.place, { column: c + 1, row: r + 1 });
      const label = code ? `${where}: ${deck[code].name}` : `${where}: ${text.empty}`;
      const place = button(label, "card-button");
      place.dataset.place = `${c},${r}`;
      place.setAttribute("aria-pressed", String(at[0] === c && at[1] === r));
      place.append(code ? picture(tray, code) : emptyPlace(tray));
      shown.append(place);
    });
    const gone = button(fill(text.clear, { column: c + 1 }), "button icon-only");
    gone.dataset.clears = c;
    gone.append(tray.querySelector("template[data-cross]").content.cloneNode(true));
    shown.append(gone);
    return shown;
  });
  const more = button(text.addColumn, "button icon-only");
  more.dataset.addsColumn = "";
  more.append(tray.querySelector("template[data-plus]").content.cloneNode(true));
  box.replaceChildren(...made, more);
}

const emptyPlace = (tray) => tray.querySelector("template[data-empty]").content.cloneNode(true);

/** The first place of a grid without a card, [-1, -1] when it is full. */
export function firstEmpty(columns) {
  for (let c = 0; c < columns.length; c += 1) {
    const r = columns[c].indexOf("");
    if (r >= 0) return [c, r];
  }
  return [-1, -1];
}

export const addColumn = (columns) => [...columns, Array(CARDS_IN_COLUMN).fill("")];

export const put = (columns, [c, r], code) =>
  columns.map((column, i) => (i === c ? column.map((old, j) => (j === r ? code : old)) : column));

/** What is kept of a grid: columns without their empty places, and no empty columns. */
export const filledColumns = (columns) =>
  columns.map((column) => column.filter(Boolean)).filter((column) => column.length > 0);

/** A grid to go on filling, from what was kept of it. */
export const openColumns = (columns) =>
  columns.length
    ? columns.map((column) => [...column, ...Array(CARDS_IN_COLUMN).fill("")].slice(0, 2))
    : EMPTY_GRID.map((column) => [...column]);

/** Show in the tray how many of each card `mine` holds, and lock what the deck has no more of. */
export function markTray(tray, deck, mine, everybody, isFull) {
  for (const key of tray.querySelectorAll("[data-code]")) {
    const { code } = key.dataset;
    const held = mine.filter((card) => card === code).length;
    const badge = key.querySelector(".copies");
    badge.hidden = held === 0;
    badge.textContent = held;
    key.disabled = isFull || everybody.filter((card) => card === code).length >= deck[code].copies;
  }
}
