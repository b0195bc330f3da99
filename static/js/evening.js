/**
 * The page of an evening: who is here is saved with every tap, and people change tables by two taps
 * or by dragging. Without this script the buttons of the forms save the same.
 */

import { around, element, every, maybe, one } from "./dom.js";
import { announce } from "./ui.js";

const page = one("[data-evening]");
const form = one("[data-attendance]", page, HTMLFormElement);
const SAVED_AFTER = 400; // milliseconds without a tap
/** @type {ReturnType<typeof setTimeout>|undefined} */
let saving;
/** @type {HTMLElement|null} the person who was tapped first, or is dragged */
let chosen = null;

const boxes = () => every("[name=here]", form, HTMLInputElement);

function count() {
  one("[data-count]", form).textContent = String(boxes().filter((box) => box.checked).length);
}

/**
 * Send what a form holds, as another action, under a key of its own.
 * @param {FormData} data
 */
async function send(data) {
  data.set("quiet", "yes");
  data.set("key", crypto.randomUUID());
  try {
    const response = await fetch(location.href, { method: "POST", body: data });
    if (!response.ok) location.reload();
  } catch {
    // No network: the next tap, or the button, sends it again.
  }
}

function save() {
  clearTimeout(saving);
  saving = undefined;
  const data = new FormData(form);
  data.set("action", "attend");
  data.delete("newcomer");
  return send(data);
}

function tapped() {
  count();
  clearTimeout(saving);
  saving = setTimeout(save, SAVED_AFTER);
}

/** @param {HTMLElement} within  the tables of a round */
function saveTables(within) {
  const data = new FormData(/** @type {HTMLFormElement} */ (within));
  data.set("action", "seats");
  for (const table of every("[data-table]", within)) {
    data.append("table", every("[data-player]", table).map((each) => each.dataset.player).join(" "));
  }
  return send(data);
}

/**
 * Put the chosen person where another one sits, who takes their place, or at the end of a table.
 * @param {HTMLElement} target  a person or the free place of a table
 */
function move(target) {
  const person = chosen;
  choose(null);
  const tables = around(target, "[data-tables]");
  if (!person || person === target || !tables) return;
  if (target.dataset.player) {
    const mark = element("span");
    person.replaceWith(mark);
    target.replaceWith(person);
    mark.replaceWith(target);
  } else {
    around(target, "[data-table], [data-bench]")?.append(person);
  }
  saveTables(tables);
  person.focus();
  announce([person, target].map(sits).filter(Boolean).join(", "));
}

/** @param {HTMLElement} person  or the free place of a table, which sits nowhere */
function sits(person) {
  const table = around(person, "[data-table], [data-bench]")?.getAttribute("aria-label");
  return person.dataset.player ? `${person.textContent}: ${table}` : "";
}

/** @param {HTMLElement|null} person */
function choose(person) {
  chosen?.setAttribute("aria-pressed", "false");
  person?.setAttribute("aria-pressed", "true");
  chosen = person;
}

/** @param {Event} event */
const placeOf = (event) => around(event, "[data-tables] :is([data-player], [data-place])");

form.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "here") tapped();
});

form.addEventListener("submit", () => {
  clearTimeout(saving); // the form itself says who is here
});

page.addEventListener("click", (event) => {
  if (around(event, "[data-last]")) {
    for (const box of boxes()) if ("cameLast" in box.dataset) box.checked = true;
    tapped();
    one("[data-draw]", form).scrollIntoView({ block: "nearest" });
    return;
  }
  const place = placeOf(event);
  if (!place) return;
  if (chosen?.isConnected) move(place); // else the tables were shown again meanwhile
  else if (place.dataset.player) choose(place);
});

page.addEventListener("keydown", (event) => {
  if (event.key === "Escape") choose(null);
});

page.addEventListener("dragstart", (event) => {
  const person = placeOf(event);
  if (!person?.dataset.player) return;
  choose(person);
  event.dataTransfer?.setData("text/plain", person.textContent ?? "");
});
page.addEventListener("dragend", () => choose(null));
page.addEventListener("dragover", (event) => {
  if (chosen && around(event, "[data-table], [data-bench]")) event.preventDefault();
});
page.addEventListener("drop", (event) => {
  const table = around(event, "[data-table], [data-bench]");
  if (!table || !chosen) return;
  event.preventDefault();
  const place = placeOf(event) ?? maybe("[data-place]", table);
  if (place) move(place);
});

// Enter in the field of a guest adds the guest, it does not draw.
one("#newcomer", form).addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  form.requestSubmit(one("[data-add]", form, HTMLButtonElement));
});
