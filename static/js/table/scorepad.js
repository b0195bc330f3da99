/** The scorepad: hands queued on this phone are listed above the saved ones. */

import "./page.js";
import { element, every, maybe, one, pageData, rowHead } from "../dom.js";
import { live } from "./live.js";
import { ranked, movingTable, setOff } from "./moving.js";
import { letters, outbox } from "./outbox.js";
import { pointsText } from "./points.js";
import { get } from "./store.js";
import { fill } from "./words.js";

/**
 * @typedef {{match: string, number: number, lowWins: boolean, after: string,
 *            standing: {name: string, total: number}[]}} Pad
 *          where the match stands; `number` is the next hand's
 */

const SHOWN = 2000; // milliseconds that a hand's moves stay, once the rows have moved
const MOVES = 1200; // milliseconds that takes
/** @type {Pad & {next: string, waiting: string, unit: number}} */
const data = pageData("pad-data");

/**
 * Show for two seconds how the hand just saved moved the players; nothing if this page has not
 * seen the totals before it.
 * @param {Pad} pad
 */
function showMoves({ match, number, lowWins, after, standing }) {
  const kept = `standing-${match}`;
  /** @type {{number: number, totals: Record<string, number>}|null} */
  const seen = JSON.parse(sessionStorage.getItem(kept) ?? "null");
  const totals = Object.fromEntries(standing.map(({ name, total }) => [name, total]));
  sessionStorage.setItem(kept, JSON.stringify({ number, totals }));
  if (seen?.number !== number - 1 || standing.some(({ name }) => !(name in seen.totals))) return;
  const before = ranked(standing.map(({ name }) => seen.totals[name]), lowWins);
  const now = ranked(standing.map(({ total }) => total), lowWins);
  const rows = standing.map(({ name, total }, index) => ({
    name,
    rank_before: number > 2 ? before[index] : null,
    rank_after: now[index],
    before: seen.totals[name],
    after: total,
  }));
  const box = one("[data-moves]");
  const table = movingTable(fill(after, { number: number - 1 }), rows);
  box.replaceChildren(table);
  box.hidden = false;
  setOff(table);
  setTimeout(() => {
    box.hidden = true;
  }, MOVES + SHOWN);
}

/** Whether the page shows totals that it was not sent with. */
let counted = false;

/**
 * Show totals and standings with the hands that wait on this phone, and those it has sent since the
 * page was kept.
 * @param {import("./outbox.js").Letter[]} waiting
 */
async function showTotals(waiting) {
  const known = await get("matches", data.match);
  const isNewer = known?.number > data.number && known.totals.length === data.standing.length;
  let number = isNewer ? known.number : data.number;
  const totals = isNewer ? [...known.totals] : data.standing.map(({ total }) => total);
  /** @type {(number|null)[]|null} of the last hand, by column */
  let last = null;
  for (const letter of waiting) {
    if (letter.number < number) continue;
    number = letter.number + 1;
    const scored = data.standing.map(({ name }) => pointsOf(letter, name));
    scored.forEach((points, column) => {
      totals[column] += points ?? 0;
    });
    last = scored;
  }
  if (number === data.number && !counted) return;
  counted = true;
  const ranks = ranked(totals, data.lowWins);
  const best = Math[data.lowWins ? "min" : "max"](...totals);
  every(".totals td").forEach((cell, column) => {
    cell.textContent = said(totals[column]);
    cell.classList.toggle("leads", ranks[column] === 1);
  });
  const rows = every(".standing-table tbody tr", document, HTMLTableRowElement);
  const placed = rows.flatMap((row) => {
    const name = one("th", row).textContent;
    const column = data.standing.findIndex((each) => each.name === name);
    if (column < 0) return [];
    const behind = Math.abs(totals[column] - best);
    const figures = [String(ranks[column]), "", said(last?.[column], "–")];
    figures.push(behind ? said(behind) : "", said(totals[column]));
    every("td", row).forEach((cell, index) => {
      cell.textContent = figures[index];
    });
    return [{ row, rank: ranks[column] }];
  });
  placed.sort((former, latter) => former.rank - latter.rank);
  for (const { row } of placed) row.parentElement?.append(row);
}

/**
 * @param {number|null|undefined} points
 * @param {string} [none]
 */
const said = (points, none = "") =>
  typeof points === "number" ? pointsText(points, data.unit) : none;

/**
 * Return what a waiting hand gives the player of that name, null if they sat it out.
 * @param {import("./outbox.js").Letter} letter
 * @param {string} name
 */
const pointsOf = ({ names, points }, name) => points[names.indexOf(name)] ?? null;

async function showWaiting() {
  const body = one("[data-waiting-rows]");
  const waiting = await letters(data.match);
  await showTotals(waiting);
  const rows = waiting.map((letter) => {
    const points = data.standing.map(({ name }) => element("td", "figure", said(pointsOf(letter, name), "·")));
    const row = element("tr", "waiting", rowHead(letter.number, "nr"), ...points);
    row.title = data.waiting;
    return row;
  });
  body.replaceChildren(...rows.reverse());
  const next = maybe("[data-next-hand]");
  const last = waiting.at(-1)?.number ?? 0;
  if (next && last >= data.number) next.textContent = fill(data.next, { number: last + 1 });
}

outbox.addEventListener("change", showWaiting);
live.addEventListener("fresh", (event) => {
  const { detail } = /** @type {CustomEvent<Document>} */ (event);
  const fresh = detail.getElementById("pad-data")?.textContent;
  if (fresh) {
    counted = false;
    Object.assign(data, JSON.parse(fresh));
    showMoves(data);
  }
  showWaiting();
});
showWaiting();
showMoves(data);
