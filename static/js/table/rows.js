/** Move the rows of a redrawn table from their old places to their new ones. */

import { every } from "../dom.js";

const MOVE = 500; // milliseconds

/**
 * Return each row of the tables in a part by its key: its table and its row heading.
 * @param {HTMLElement} part
 * @returns {[string, HTMLElement][]}
 */
const rowsIn = (part) =>
  every("table", part).flatMap((table, index) =>
    every("tbody > tr:has(> th[scope=row])", table).map((row) => {
      const name = `${index} ${row.querySelector("th")?.textContent?.trim()}`;
      return /** @type {[string, HTMLElement]} */ ([name, row]);
    }),
  );

/**
 * Return how far below the top of its table each row is; no number for rows that share a heading,
 * since nobody can tell which of them moved.
 * @param {HTMLElement} part
 */
export function standing(part) {
  /** @type {Map<string, number>} */
  const tops = new Map();
  for (const [name, row] of rowsIn(part)) tops.set(name, tops.has(name) ? NaN : row.offsetTop);
  return tops;
}

/**
 * Move the rows whose place has changed; at once if the reader prefers reduced motion.
 * @param {HTMLElement} part
 * @param {Map<string, number>} stood
 */
export function moveRows(part, stood) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [name, row] of rowsIn(part)) {
    const by = (stood.get(name) ?? row.offsetTop) - row.offsetTop;
    if (!by) continue;
    const moves = [{ translate: `0 ${by}px` }, { translate: "0 0" }];
    row.animate(moves, { duration: MOVE, easing: "ease-in-out" });
  }
}
