/** The form of a recorder that says how the table stood where a log starts in mid-hand. */

import { around, every, maybe } from "../dom.js";

const NO_CARD = "-";

/**
 * Return the position lines of a filled form; docs/hand-log.md says what they mean.
 *
 * @param {HTMLElement} form
 * @param {string[]} seats  the players as a log writes them
 */
export function linesOfStart(form, seats) {
  const rows = every("[data-start-seat]", form);
  const turn = turnOf(form);
  const isReversed = isTicked("[data-start-reversed]", form);
  const isDone = isTicked("[data-start-done]", form) || isFaceUp(rows[turn]);
  const lines = rows.map((row, seat) => `holds ${seats[seat]} ${held(row)}`.trim());
  const top = maybe("[data-start-top]", form, HTMLSelectElement)?.value;
  if (top) {
    const by = maybe("[data-start-by]", form, HTMLSelectElement)?.value ?? "";
    const word = maybe("[data-start-word]", form, HTMLSelectElement)?.value ?? "";
    const before = (turn + (isReversed ? 1 : seats.length - 1)) % seats.length;
    lines.push(`laid ${seats[by ? Number(by) : before]} ${top} ${word}`.trim());
  }
  rows.forEach((row, seat) => {
    const owed = number("[data-start-owes]", row);
    const won = number("[data-start-won]", row);
    if (owed) lines.push(`owes ${seats[seat]} ${owed}`);
    if (won) lines.push(`won ${seats[seat]} ${won}`);
  });
  const faced = number("[data-start-faces]", form);
  if (faced) lines.push(`faces ${seats[turn]} ${faced}`);
  if (isTicked("[data-start-drew]", form)) lines.push(`drew ${seats[turn]} ?`);
  rows.forEach((row, seat) => {
    if (isTicked("[data-start-unsaid]", row)) lines.push(`unsaid ${seats[seat]}`);
  });
  rows.forEach((row, seat) => {
    const tick = maybe("[data-start-last]", row, HTMLInputElement);
    if (!tick || !areLastTurns(rows, turn) || isFaceUp(row)) return;
    if (seat === turn ? !isDone : tick.checked) lines.push(`last ${seats[seat]}`);
  });
  if (isReversed) lines.push("reversed");
  if (isDone) lines.push(`done ${seats[turn]}`);
  return [...lines, `turn ${seats[turn]}`];
}

/**
 * Ask who has a last turn while that cannot be told from the rest: of the players who are not in
 * turn and have a card face down, once somebody else has none.
 *
 * @param {HTMLElement} form
 */
export function askLastTurns(form) {
  const rows = every("[data-start-seat]", form);
  const turn = turnOf(form);
  rows.forEach((row, seat) => {
    const tick = maybe("[data-start-last]", row);
    const label = tick && around(tick, "label");
    if (label) label.hidden = !areLastTurns(rows, turn) || seat === turn || isFaceUp(row);
  });
}

/**
 * Whether somebody who is not in turn has no card face down: the others play for the last time.
 *
 * @param {HTMLElement[]} rows
 * @param {number} turn
 */
function areLastTurns(rows, turn) {
  return rows.some((row, seat) => seat !== turn && isFaceUp(row));
}

/** @param {HTMLElement} row  of a seat: whether it has a grid without a card face down */
function isFaceUp(row) {
  const places = every("[data-place]", row, HTMLInputElement);
  return places.length > 0 && places.every((place) => place.value.trim());
}

/**
 * Return the seat in turn.
 *
 * @param {HTMLElement} form
 */
export function turnOf(form) {
  return every("[type=radio]", form, HTMLInputElement).findIndex((choice) => choice.checked);
}

/**
 * @param {string} selector
 * @param {HTMLElement} within
 */
function number(selector, within) {
  const value = Number(maybe(selector, within, HTMLInputElement)?.value ?? 0);
  return Number.isInteger(value) && value > 0 ? value : 0;
}

/**
 * @param {string} selector
 * @param {HTMLElement} within
 */
function isTicked(selector, within) {
  return maybe(selector, within, HTMLInputElement)?.checked ?? false;
}

/** @param {HTMLElement} row  what a seat holds: so many cards, or the cards and places of a grid */
function held(row) {
  const places = every("[data-place]", row, HTMLInputElement);
  if (!places.length) return String(number("[data-start-size]", row));
  const lying = places.filter((place) => place.value.trim() !== NO_CARD);
  const up = lying.filter((place) => place.value.trim());
  const down = lying.filter((place) => !place.value.trim());
  return [
    ...up.map((place) => place.value.trim()),
    ...[...up, ...down].map((place) => place.dataset.place),
  ].join(" ");
}
