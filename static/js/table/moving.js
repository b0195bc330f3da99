/**
 * A small table whose rows move from the rank they had to the rank they have.
 *
 * @typedef {number|string|null} Figure  null where a player has none
 * @typedef {{name: string, rank_before: number|null, rank_after: number|null, before: Figure,
 *            after: Figure}} Row
 */

import { element, rowHead } from "../dom.js";

const STAY = 500; // milliseconds before the rows move
const MOVE = 700; // milliseconds that the move takes

/** Whether the reader has asked for less movement. */
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number|null} rank  those without one come last */
const place = (rank) => rank ?? Number.MAX_SAFE_INTEGER;

/**
 * Return a table of the rows in the order of their new rank; `setOff` moves them there.
 * @param {string} caption
 * @param {Row[]} rows
 * @param {{rank?: string, player: string, figure: string}} [heads]  what the columns hold; without
 *   `rank` the rows have none
 */
export function movingTable(caption, rows, heads) {
  const table = element("table", "table moving");
  table.createCaption().textContent = caption;
  if (heads) table.createTHead().append(headed(heads));
  const body = table.createTBody();
  const ordered = rows.toSorted((one, other) => place(one.rank_after) - place(other.rank_after));
  for (const row of ordered) body.append(drawn(row, !heads || "rank" in heads));
  return table;
}

/** @param {{rank?: string, player: string, figure: string}} heads */
function headed({ rank, player, figure }) {
  const row = element("tr");
  for (const [text, span, className] of /** @type {[string, number, string][]} */ ([
    ...(rank ? [[rank, 2, ""]] : []),
    [player, 1, ""],
    [figure, 3, "figure"],
  ])) {
    const cell = element("th", className, text);
    cell.scope = span > 1 ? "colgroup" : "col";
    cell.colSpan = span;
    row.append(cell);
  }
  return row;
}

/**
 * @param {Row} row
 * @param {boolean} ranked
 */
function drawn({ name, rank_before, rank_after, before, after }, ranked) {
  const row = element("tr");
  row.dataset.from = String(place(rank_before));
  const up = (rank_before ?? 0) - (rank_after ?? 0);
  const moved = rank_before && rank_after && up ? `${up > 0 ? "▲" : "▼"} ${Math.abs(up)}` : "";
  if (ranked) {
    row.append(element("td", "rank", rank_after ?? (rank_before ? "–" : "")));
    row.append(element("td", up > 0 ? "up" : "down", moved));
  }
  row.append(rowHead(name), element("td", "figure was", before ?? "–"), element("td", "arrow", "→"));
  row.append(element("td", "figure lead", after ?? "–"));
  return row;
}

/**
 * Move the rows of a table in the page from their old places; at once if the reader prefers
 * reduced motion.
 * @param {HTMLTableElement} table  made by `movingTable`
 */
export function setOff(table) {
  if (isCalm()) return;
  const rows = [...table.tBodies[0].rows];
  const before = rows.toSorted((one, other) => Number(one.dataset.from) - Number(other.dataset.from));
  const tops = rows.map((row) => row.offsetTop);
  rows.forEach((row, now) => {
    const by = tops[before.indexOf(row)] - tops[now];
    if (!by) return;
    const moves = [{ translate: `0 ${by}px` }, { translate: "0 0" }];
    row.animate(moves, { delay: STAY, duration: MOVE, easing: "ease-in-out", fill: "backwards" });
  });
  for (const row of rows) countUp(row);
}

/**
 * Count a row's figure from its old value to the new one, while the row moves.
 * @param {HTMLTableRowElement} row
 */
function countUp(row) {
  const shown = row.querySelector(".lead");
  const [from, to] = [row.querySelector(".was"), shown].map((each) => Number(each?.textContent));
  if (!shown || from === to || !Number.isInteger(from) || !Number.isInteger(to)) return;
  const text = shown.textContent;
  const begun = performance.now() + STAY;
  /** @param {number} now */
  const draw = (now) => {
    const part = Math.min(Math.max((now - begun) / MOVE, 0), 1);
    shown.textContent = part < 1 ? String(Math.round(from + (to - from) * part)) : text;
    if (part < 1) requestAnimationFrame(draw);
  };
  draw(performance.now());
}

/**
 * Return the rank of each total, the best first; equal totals share one.
 * @param {number[]} totals
 * @param {boolean} lowWins
 */
export const ranked = (totals, lowWins) =>
  totals.map(
    (total) => 1 + totals.filter((other) => (lowWins ? other < total : other > total)).length,
  );
