/** The scorepad: hands that wait on this phone stand above those that are saved. */

import "./page.js";
import { maybe, one, pageData } from "../dom.js";
import { live } from "./live.js";
import { letters, outbox } from "./outbox.js";
import { fill } from "./words.js";

const data = pageData("pad-data");

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
live.addEventListener("fresh", showWaiting);
showWaiting();
