// Tables that sort by a click on a heading, and stay sorted: after new figures and the next visit.
// The first click puts the highest figure first, and words from A to Z. A heading with
// `data-unsorted` stays a heading.

import { around, every, newButton, one } from "./dom.js";
import { live } from "./table/live.js";

/** @param {HTMLElement} table  has `data-sorts`, a name */
const keyOf = (table) => `sorted-${table.dataset.sorts}`;

/**
 * Return the sort key of a cell: its number if it is one, else its text; `data-value` replaces what
 * the cell shows.
 * @param {HTMLTableRowElement} row
 * @param {number} column
 */
function valueOf(row, column) {
  const cell = row.cells[column];
  const text = cell?.dataset.value ?? cell?.textContent?.trim() ?? "";
  const number = Number(text.replace(/[\s%−]/g, (found) => (found === "−" ? "-" : "")).replace(",", "."));
  return text && !Number.isNaN(number) ? number : text;
}

/**
 * @param {HTMLTableElement} table
 * @param {number} column
 * @param {"ascending"|"descending"} way
 */
function sort(table, column, way) {
  const [body] = table.tBodies;
  const sign = way === "ascending" ? 1 : -1;
  const rows = [...body.rows].sort((first, second) => {
    const [one, other] = [valueOf(first, column), valueOf(second, column)];
    if (typeof one === "number" && typeof other === "number") return sign * (one - other);
    // Cells without a number come last in either order.
    if (typeof one === "number") return -1;
    if (typeof other === "number") return 1;
    return sign * one.localeCompare(other);
  });
  const focused = document.activeElement;
  body.append(...rows); // what is moved loses the focus
  if (focused instanceof HTMLElement && body.contains(focused)) focused.focus({ preventScroll: true });
  for (const head of every("thead th", table)) head.removeAttribute("aria-sort");
  table.tHead?.rows[0].cells[column].setAttribute("aria-sort", way);
}

/** Turn the tables' headings into buttons, and restore the last sorting. */
function begin() {
  for (const table of every("table[data-sorts]", document, HTMLTableElement)) {
    const heads = every("thead th", table);
    heads.forEach((head) => {
      if (head.querySelector("button") || !head.textContent?.trim()) return;
      if ("unsorted" in head.dataset || head.firstElementChild?.matches(".visually-hidden")) return;
      head.append(newButton("sorts", ...head.childNodes));
    });
    const [column, way] = (localStorage.getItem(keyOf(table)) ?? "").split(" ");
    if (way === "ascending" || way === "descending") sort(table, Number(column), way);
  }
}

document.addEventListener("click", (event) => {
  const head = around(event, "table[data-sorts] thead th", HTMLTableCellElement);
  if (!head || !around(event, "button.sorts")) return;
  const table = /** @type {HTMLTableElement} */ (head.closest("table"));
  const first = head.classList.contains("figure") ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const way = head.getAttribute("aria-sort") === first ? other : first;
  sort(table, head.cellIndex, way);
  localStorage.setItem(keyOf(table), `${head.cellIndex} ${way}`);
  one("button", head).focus();
});

live.addEventListener("fresh", begin);
begin();
