/** The scorepad: hands queued on this phone are listed above the saved ones. */

import "./page.js";
import { maybe, one, pageData } from "../dom.js";
import { live } from "./live.js";
import { ranked, movingTable, setOff } from "./moving.js";
import { letters, outbox } from "./outbox.js";
import { fill } from "./words.js";

/**
 * @typedef {{match: string, number: number, lowWins: boolean, after: string,
 *            standing: {name: string, total: number}[]}} Pad
 *          where the match stands; `number` is the next hand's
 */

const SHOWN = 2000; // milliseconds that a hand's moves stay, once the rows have moved
const MOVES = 1200; // milliseconds that takes
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

async function showWaiting() {
  const body = one("[data-waiting-rows]");
  const columns = document.querySelectorAll(".pad-table thead tr:first-child .who").length;
  const waiting = await letters(data.match);
  const rows = waiting.map((letter) => {
    const row = document.createElement("tr");
    row.className = "waiting";
    const head = document.createElement("th");
    head.scope = "row";
    head.className = "nr";
    head.textContent = String(letter.number);
    row.append(head);
    for (let column = 0; column < columns; column += 1) {
      const cell = document.createElement("td");
      cell.className = "figure";
      cell.textContent = String(letter.points[column] ?? "·");
      row.append(cell);
    }
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
  if (fresh) showMoves(JSON.parse(fresh));
  showWaiting();
});
showWaiting();
showMoves(data);
