/**
 * Parse a row of a paper sheet as a hand.
 *
 * @typedef {{text: "unreadable"|"missing"|"whoOut"|"twoOut", seats?: number[], word?: string}} Unclear
 *          what is not clear yet, as a key of the page's texts
 * @typedef {{winner: number|null, points: (number|null)[], satOut: number[], givenUp: boolean}} Hand
 *          `points` are by seat, null for who went out or sat out, and where they are not known
 */

import { NOBODY } from "./entry.js";

const WENT_OUT = /^(x|×)$/i;
const SAT_OUT = /^[.·]$/;
const POINTS = /^[-−]?\d{1,4}$/;

const GIVEN_UP = /^\/\s*\d{0,4}$/;

/**
 * Return whether nothing was typed into a row.
 * @param {string[]} cells
 */
export const isEmptyRow = (cells) => cells.every((cell) => !cell.trim());

/**
 * Return the hand in a row, or what is not clear yet. In a game in which somebody goes out, that is
 * the player with an x, else with the only empty cell, else with the only nought, else nobody. A
 * slash in any cell says that the hand was given up.
 * @param {string[]} cells  what was typed, by seat
 * @param {boolean} asksWinner  whether somebody goes out
 * @returns {Hand|Unclear}
 */
export function handOf(cells, asksWinner) {
  const words = cells.map((cell) => cell.trim());
  /** @param {(word: string, seat: number) => boolean} fits */
  const seats = (fits) => words.map((_, seat) => seat).filter((seat) => fits(words[seat], seat));
  const satOut = seats((word) => SAT_OUT.test(word));
  if (words.some((word) => GIVEN_UP.test(word))) return givenUp(words, satOut);
  const marked = asksWinner ? seats((word) => WENT_OUT.test(word)) : [];
  const blank = seats((word) => !word);
  const odd = words.find(
    (word, seat) => word && !POINTS.test(word) && !satOut.includes(seat) && !marked.includes(seat),
  );
  if (odd !== undefined) return { text: "unreadable", word: odd };
  if (marked.length > 1) return { text: "twoOut" };
  const mayBeBlank = asksWinner && !marked.length && blank.length === 1;
  if (blank.length && !mayBeBlank) return { text: "missing", seats: blank };
  const noughts = seats((word) => Number(word.replace("−", "-")) === 0 && POINTS.test(word));
  const candidates = [marked, blank, noughts].find(({ length }) => length) ?? [];
  if (asksWinner && candidates.length > 1) return { text: "whoOut" };
  const winner = asksWinner ? candidates[0] ?? NOBODY : null;
  const points = words.map((word, seat) =>
    seat === winner || satOut.includes(seat) ? null : Number(word.replace("−", "-")),
  );
  return { winner, points, satOut, givenUp: false };
}

/**
 * @param {string[]} words  what was typed, by seat
 * @param {number[]} satOut
 * @returns {Hand|Unclear}
 */
function givenUp(words, satOut) {
  const held = words.map((word, seat) => (satOut.includes(seat) ? "" : word.replace("/", "").trim()));
  const odd = held.find((word) => word && !POINTS.test(word));
  if (odd !== undefined) return { text: "unreadable", word: odd };
  const points = held.map((word) => (word ? Number(word.replace("−", "-")) : null));
  return { winner: null, points, satOut, givenUp: true };
}

/**
 * Return the rows of what was copied from a spreadsheet or a text.
 * @param {string} text
 */
export const pastedRows = (text) =>
  text
    .replace(/\s+$/, "")
    .split(/\r?\n/)
    .map((line) => line.split(/\t|;/).map((cell) => cell.trim()));
