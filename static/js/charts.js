// Labels the line under the pointer in a chart with its name and its figure there. ui.js loads this
// script as soon as somebody points at a chart.

import { around, every, maybe, one } from "./dom.js";
import { fill } from "./table/words.js";

const NEAR = 24; // chart units between the pointer and a line

/**
 * A point of a line: its place in the chart, the figure there, and the position on the axis.
 * @typedef {{x: number, y: number, value: string, at: number}} Mark
 */

/**
 * Return the points of a line. Each command of its path ends at one, and positions without a figure
 * have none.
 * @param {SVGGElement} line
 * @returns {Mark[]}
 */
function marksOf(line) {
  const drawn = line.querySelector(".line")?.getAttribute("d") ?? "";
  const ends = [...drawn.matchAll(/[MLC][^MLC]*/g)].map(([command]) =>
    command.slice(1).trim().split(" ").slice(-2).map(Number),
  );
  const known = (line.dataset.values ?? "").split(";").map((value, at) => ({ value, at }));
  return known
    .filter(({ value }) => value)
    .map((each, index) => ({ ...each, x: ends[index][0], y: ends[index][1] }));
}

/**
 * Return the point of a line nearest to the pointer, and how far up or down it is. Beyond the last
 * position stand the names.
 * @param {SVGGElement} line
 * @param {DOMPoint} pointer
 * @param {number} right  the end of the axis
 */
function nearestOn(line, pointer, right) {
  const marks = marksOf(line);
  const best = marks.reduce((one, other) =>
    Math.abs(other.x - pointer.x) < Math.abs(one.x - pointer.x) ? other : one,
  );
  const name = pointer.x > right ? line.querySelector("text")?.getBBox() : null;
  const y = name ? name.y + name.height / 2 : best.y;
  const hasBegun = pointer.x > marks[0].x - NEAR;
  return { line, ...best, away: hasBegun ? Math.abs(pointer.y - y) : Number.POSITIVE_INFINITY };
}

/**
 * Label the line at the pointer, in the chart it is in.
 * @param {PointerEvent} event
 */
export function point(event) {
  const chart = around(event, "[data-chart]");
  for (const other of every("[data-chart]")) forget(other);
  const drawing = chart?.querySelector("svg");
  const matrix = drawing?.getScreenCTM();
  if (!chart || !drawing || !matrix) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const lines = /** @type {NodeListOf<SVGGElement>} */ (drawing.querySelectorAll("g[data-values]"));
  const [found] = [...lines]
    .map((line) => nearestOn(line, at, Number(chart.dataset.right)))
    .sort((one, other) => one.away - other.away);
  if (!found || found.away > NEAR) return;
  found.line.classList.add("is-chosen");
  chart.classList.add("has-chosen");
  const said = one("[data-chart-says]", chart);
  said.hidden = false;
  said.textContent = fill(chart.dataset.says ?? "", {
    name: found.line.dataset.name,
    value: found.value,
    label: (chart.dataset.labels ?? "").split(";")[found.at],
  });
}

/** @param {HTMLElement} chart */
function forget(chart) {
  chart.classList.remove("has-chosen");
  chart.querySelector(".is-chosen")?.classList.remove("is-chosen");
  const said = maybe("[data-chart-says]", chart);
  if (said) said.hidden = true;
}
