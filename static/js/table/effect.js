/**
 * Draws the effect of a correction.
 *
 * @typedef {{name: string, before: number|string|null, after: number|string|null}} Moved
 * @typedef {{totals: Moved[], table: (Moved & {rank_before: number|null,
 *            rank_after: number|null})[], ratings: Moved[], others_move: boolean,
 *            ratings_follow: boolean}} Effect  what a correction moves
 */

import { element, maybe } from "../dom.js";
import { movingTable, setOff } from "./moving.js";
import { pointsText } from "./points.js";

/** @param {number|string|null} figure */
const decimals = (figure) => String(figure ?? "").split(".")[1]?.length ?? 0;

/**
 * Return the rows with equally many decimal places in all their figures.
 * @template {Moved} Row
 * @param {Row[]} rows
 */
function aligned(rows) {
  const places = Math.max(0, ...rows.flatMap((row) => [decimals(row.before), decimals(row.after)]));
  /** @param {number|string|null} figure */
  const written = (figure) => (figure === null ? null : Number(figure).toFixed(places));
  return rows.map((row) => ({ ...row, before: written(row.before), after: written(row.after) }));
}

/**
 * Return the rows with their stored points as they are said.
 * @template {Moved} Row
 * @param {Row[]} rows
 * @param {number} unit  stored points in one point
 */
function inPoints(rows, unit) {
  /** @param {number|string|null} figure */
  const said = (figure) => (figure === null ? null : pointsText(Number(figure), unit));
  return rows.map((row) => ({ ...row, before: said(row.before), after: said(row.after) }));
}

/**
 * Draw the server's preview of a correction's effect.
 * @param {HTMLElement} page
 * @param {Record<string, string>} texts
 * @param {Effect|undefined} effect
 * @param {{match: number, season: number}} units  stored points in one point of the match, and parts
 *   in one of the figure that ranks
 */
export function drawEffect(page, texts, effect, units) {
  const box = maybe("[data-effect]", page);
  if (!box || !effect) return;
  const season = effect.table.filter(
    (row) => row.rank_before !== row.rank_after || row.before !== row.after,
  );
  const player = texts.player;
  const ranks = { rank_before: null, rank_after: null };
  const tables = [
    movingTable(texts.inSeason, units.season === 1 ? aligned(season) : inPoints(season, units.season), { rank: texts.rank, player, figure: texts.measure }),
    movingTable(texts.inMatch, inPoints(effect.totals, units.match).map((row) => ({ ...row, ...ranks })), { player, figure: texts.points }),
    movingTable(texts.inRatings, effect.ratings.map((row) => ({ ...row, ...ranks })), { player, figure: texts.rating }),
  ].filter(({ tBodies }) => tBodies[0].rows.length);
  const drawn = tables.map(({ textContent }) => textContent).join();
  if (box.dataset.drawn === drawn) return;
  box.dataset.drawn = drawn;
  const notes = [
    !tables.length && texts.nothingMoves,
    effect.others_move && texts.othersMove,
    effect.ratings_follow && texts.ratingsFollow,
  ];
  box.replaceChildren(...tables, ...notes.flatMap((text) => (text ? [element("p", "soft", text)] : [])));
  tables.forEach(setOff);
}
