/**
 * Draws the effect of a correction.
 *
 * @typedef {{name: string, before: number|string|null, after: number|string|null}} Moved
 * @typedef {{totals: Moved[], table: (Moved & {rank_before: number|null,
 *            rank_after: number|null})[], ratings: Moved[]}} Effect  what a correction moves
 */

import { maybe } from "../dom.js";
import { movingTable, setOff } from "./moving.js";

/**
 * Draw the server's preview of a correction's effect.
 * @param {HTMLElement} page
 * @param {Record<string, string>} texts
 * @param {Effect|undefined} effect
 */
export function drawEffect(page, texts, effect) {
  const box = maybe("[data-effect]", page);
  if (!box || !effect) return;
  const season = effect.table.filter(
    (row) => row.rank_before !== row.rank_after || row.before !== row.after,
  );
  const ranks = { rank_before: null, rank_after: null };
  const tables = [
    movingTable(texts.inSeason, season),
    movingTable(texts.inMatch, effect.totals.map((row) => ({ ...row, ...ranks }))),
    movingTable(texts.inRatings, effect.ratings.map((row) => ({ ...row, ...ranks }))),
  ].filter(({ tBodies }) => tBodies[0].rows.length);
  const drawn = tables.map(({ textContent }) => textContent).join();
  if (box.dataset.drawn === drawn) return;
  box.dataset.drawn = drawn;
  const nothing = document.createElement("p");
  nothing.className = "soft";
  nothing.textContent = texts.nothingMoves;
  box.replaceChildren(...(tables.length ? tables : [nothing]));
  tables.forEach(setOff);
}
