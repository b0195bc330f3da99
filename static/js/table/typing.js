/**
 * Help while a log is typed: completions for the word at the caret, and the findings on its line.
 *
 * @typedef {{seats: {name: string, quoted: string}[], subjects: Record<string, string>,
 *            names: string[], codes: string[]}} Words  what a log of this hand is made of
 */

import { around, maybe, newButton, one } from "../dom.js";

const MOST = 8;

/**
 * Return the word that is being typed at the end of *before*, and the words of its line before it.
 * @param {string} before  the text up to the caret
 */
function wordAt(before) {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const words = line.match(/"[^"]*"?!?|\S+/g) ?? [];
  const typed = /\s$/.test(line) || !line ? "" : (words.pop() ?? "");
  return { typed, words };
}

/**
 * Return completions for the word at the caret, the likeliest first: a line begins with a seat or a
 * word of the table; a word or a card follows a seat.
 * @param {string} before  the text up to the caret
 * @param {Words} of
 */
export function completions(before, of) {
  const { typed, words } = wordAt(before);
  if (!typed || before.slice(before.lastIndexOf("\n") + 1).includes(";")) return [];
  const seats = of.seats.map(({ quoted }) => quoted);
  const verbs = Object.keys(of.subjects);
  const bySeat = verbs.filter((verb) => of.subjects[verb] === "seat");
  const first = words[0]?.replace(/!$/, "") ?? "";
  let offered = [...of.codes, ...of.names];
  if (!words.length) offered = [...seats, ...verbs.filter((verb) => !bySeat.includes(verb))];
  else if (of.subjects[first] === "of" && words.length === 1) offered = seats;
  else if (seats.includes(first) && words.length === 1) offered = [...bySeat, ...offered];
  const begun = typed.replace(/^"/, "").toLowerCase();
  const fits = offered.filter((word) => word.replace(/^"/, "").toLowerCase().startsWith(begun));
  return fits.includes(typed) ? [] : [...new Set(fits)].slice(0, MOST);
}

/**
 * Show completions below a textarea, and what is wrong with the caret's line.
 * @param {HTMLTextAreaElement} input
 * @param {HTMLElement} place  with [data-completions] and [data-line-said]
 * @param {Words} of
 */
export function helpTyping(input, place, of) {
  const chips = one("[data-completions]", place);
  const said = one("[data-line-said]", place);
  const judged = maybe("[data-judged]", input.closest("[data-judge]") ?? place);

  const upToCaret = () => input.value.slice(0, input.selectionStart);

  function draw() {
    const offered = document.activeElement === input ? completions(upToCaret(), of) : [];
    chips.replaceChildren(
      ...offered.map((word) => newButton("button quiet", word)),
    );
    drawSaid();
  }

  /** Repeat the findings on the caret's line below the textarea. */
  function drawSaid() {
    const line = String(upToCaret().split("\n").length);
    const rows = [...(judged?.querySelectorAll("[data-whole-log] .judged > li") ?? [])];
    const row = rows.find((each) => each.querySelector(".line")?.textContent === line);
    const parts = row?.querySelectorAll(".verdict, .said") ?? [];
    said.replaceChildren(...[...parts].map((part) => part.cloneNode(true)));
  }

  input.addEventListener("input", draw);
  input.addEventListener("keyup", draw);
  input.addEventListener("click", draw);
  draw(); // something may have been typed before this module was loaded
  if (judged) new MutationObserver(drawSaid).observe(judged, { childList: true });
  chips.addEventListener("click", (event) => {
    const chip = around(event, "button");
    if (!chip) return;
    const { typed } = wordAt(upToCaret());
    const end = input.selectionStart;
    const mark = typed.endsWith("!") ? "! " : " ";
    input.focus();
    input.setRangeText(`${chip.textContent}${mark}`, end - typed.length, end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
