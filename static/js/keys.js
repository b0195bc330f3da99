// Keyboard shortcuts of a league's pages, and the palette that jumps to a player, match or rule.
// `?` lists the shortcuts. Nothing happens while somebody types or a dialog is open.

import { around, every, maybe, one, parsed } from "./dom.js";
import { Latest } from "./table/latest.js";

const AFTER = 120; // milliseconds without typing
const SECOND_KEY = 1500; // milliseconds to press the second key of two
const { palette: address = "", base = "" } = document.body.dataset;
const GOES = /** @type {Record<string, string>} */ ({
  l: base,
  s: `${base}seasons/`,
  p: `${base}players/`,
  r: `${base}ratings/`,
});
let going = 0; // when "g" was pressed

/** Fetch the dialogs once. */
async function fetched() {
  if (maybe("#palette")) return;
  const response = await fetch(address);
  if (!response.ok) return;
  document.body.append(parsed(await response.text()));
  listen();
}

/** @param {string} id  of one of the dialogs */
async function open(id) {
  await fetched();
  const dialog = maybe(`#${id}`, document, HTMLDialogElement);
  dialog?.showModal();
  maybe("input", dialog ?? undefined, HTMLInputElement)?.select();
}

/* The palette */

function listen() {
  const input = one("#palette-words", document, HTMLInputElement);
  const list = one("#palette-found");
  const asking = new Latest(AFTER);
  const options = () => every("[role=option]", list);

  /** @param {number} by  how far the choice moves */
  const move = (by) => {
    const all = options();
    const now = all.findIndex((each) => each.getAttribute("aria-selected") === "true");
    const next = Math.min(Math.max(now + by, 0), all.length - 1);
    all.forEach((each, at) => each.setAttribute("aria-selected", String(at === next)));
    all[next]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", all[next]?.id ?? "");
  };

  input.addEventListener("input", () => {
    asking.ask(async (signal) => {
      try {
        const words = encodeURIComponent(input.value);
        const response = await fetch(`${input.dataset.finds}?q=${words}`, { signal });
        if (response.ok) list.innerHTML = await response.text();
      } catch {
        // Aborted by further typing, or no network: keep the earlier results.
      }
    });
  });
  input.addEventListener("keydown", async (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      move(by);
    } else if (event.key === "Enter") {
      event.preventDefault();
      await asking.now();
      maybe("[aria-selected=true]", list)?.click();
    }
  });
}

/* Shortcuts */

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const typed = around(event, "input, textarea, select, [contenteditable]");
  return Boolean(typed || document.querySelector("dialog[open]"));
}

document.addEventListener("keydown", (event) => {
  const { key } = event;
  if (key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    open("palette");
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  const goes = Date.now() - going < SECOND_KEY ? GOES[key] : "";
  going = key === "g" ? Date.now() : 0;
  if (goes) location.assign(goes);
  else if (key === "/") {
    event.preventDefault();
    open("palette");
  } else if (key === "?") open("shortcuts");
  else if (key === "n") maybe("[data-key-n]")?.click();
  else if (key === "ArrowLeft") maybe(".neighbours [rel=prev]")?.click();
  else if (key === "ArrowRight") maybe(".neighbours [rel=next]")?.click();
});

document.addEventListener("click", (event) => {
  if (around(event, "[data-opens-palette]")) open("palette");
});
for (const button of every("[data-opens-palette]")) button.hidden = false;
