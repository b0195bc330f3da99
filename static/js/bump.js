// Labels the line under the pointer in a chart of ranks with its name and its rank on that evening.
// Listen on the document, so that a redrawn chart works too.

import { around, every, maybe, one } from "./dom.js";
import { fill } from "./table/words.js";

const NEAR = 1.5; // ranks between the pointer and a line

/**
 * @typedef {{line: SVGGElement, evening: number, rank: number}} Found
 */

/**
 * Return the line nearest to a place in the chart and the evening there.
 * @param {HTMLElement} chart
 * @param {PointerEvent} event
 * @returns {Found|null}
 */
function nearest(chart, event) {
  const drawing = chart.querySelector("svg");
  const matrix = drawing?.getScreenCTM();
  if (!drawing || !matrix) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const [left, right, top, pitch] = ["left", "right", "top", "pitch"].map((key) =>
    Number(chart.dataset[key]),
  );
  /** @type {Found|null} */
  let best = null;
  let least = NEAR;
  for (const line of drawing.querySelectorAll("g.bump-line")) {
    const group = /** @type {SVGGElement} */ (line);
    const ranks = (group.dataset.ranks ?? "").split(",").map(Number);
    const across = (at.x - left) / (right - left);
    // Beyond the last evening stand the names.
    const evening = Math.round(Math.min(Math.max(across, 0), 1) * (ranks.length - 1));
    const rank = ranks[evening];
    const label = across > 1 ? group.querySelector("text") : null;
    const y = label ? label.getBBox().y + label.getBBox().height / 2 : top + pitch * (rank - 1);
    const away = Math.abs(at.y - y) / pitch;
    if (rank && away < least) {
      best = { line: group, evening, rank };
      least = away;
    }
  }
  return best;
}

/** @param {PointerEvent} event */
function point(event) {
  const chart = around(event, "[data-bump]");
  for (const other of every("[data-bump]")) if (other !== chart) forget(other);
  if (!chart) return;
  const found = nearest(chart, event);
  forget(chart);
  if (!found) return;
  const { line, evening, rank } = found;
  line.classList.add("is-chosen");
  chart.classList.add("has-chosen");
  const said = one("[data-bump-says]", chart);
  said.hidden = false;
  said.textContent = fill(chart.dataset.says ?? "", {
    name: line.dataset.name,
    rank,
    evening: every("[data-evening]", chart)[evening].textContent,
  });
}

/** @param {HTMLElement} chart */
function forget(chart) {
  chart.classList.remove("has-chosen");
  chart.querySelector(".is-chosen")?.classList.remove("is-chosen");
  const said = maybe("[data-bump-says]", chart);
  if (said) said.hidden = true;
}

document.addEventListener("pointermove", point);
document.addEventListener("pointerdown", point);
