/**
 * The page for typing a paper sheet: a row for each hand, judged when it is complete. The rows are
 * stored on this device while they are typed, and passed to the outbox together.
 *
 * @typedef {import("./entry-view.js").PageData & {form: string, sheet: Record<string, string>}} Data
 * @typedef {{cells: string[], key: string}} Row  `key` is the hand's when it is saved
 * @typedef {{entry: Entry|null, text: string, state: ""|"ok"|"bad"|"open",
 *            points: (number|null)[]}} Judged
 */

import "./page.js";
import { around, element, every, one, pageData, rowHead } from "../dom.js";
import { call, Refused } from "./api.js";
import { Entry, GIVEN_UP } from "./entry.js";
import { Latest } from "./latest.js";
import { flush, postAll, standing } from "./outbox.js";
import { pointsText } from "./points.js";
import { handOf, isEmptyRow, pastedRows } from "./sheet-rows.js";
import { get, newKey, put } from "./store.js";
import { bySeat } from "./verdict.js";
import { fill } from "./words.js";

const CHECK_AFTER = 250; // milliseconds without typing
const MOST_ROWS = 60;

/** @type {Data} */
const data = pageData("sheet-data");
const page = one("[data-sheet]");
const body = one("[data-rows]", page);
const button = one("[data-go]", page, HTMLButtonElement);
const asksWinner = Boolean(data.forms.find(({ key }) => key === data.form)?.winner);
/** @type {Row[]} the last one is always empty */
let rows = [];
/** @type {Map<Row, Judged>} */
const judged = new Map();
/** @type {Map<Row, Latest>} */
const asking = new Map();

/** @returns {Row} */
const newRow = () => ({ cells: data.seats.map(() => ""), key: newKey() });

async function begin() {
  const now = await standing(data.match, {
    number: data.number,
    totals: data.seats.map(({ total }) => total),
  }, null);
  data.number = now.number;
  data.seats.forEach((seat, index) => {
    seat.total = now.totals[index] ?? seat.total;
  });
  /** @type {Row[]|undefined} */
  const kept = await get("drafts", data.draft);
  rows = kept?.every(({ cells }) => cells.length === data.seats.length) ? kept : [];
  grow();
  rows.forEach((row) => judge(row));
  draw();
  page.inert = false;
  page.dataset.ready = "";
  inputAt(0, 0)?.focus();
}

/** Keep exactly one empty row at the end. */
function grow() {
  while (rows.length > 1 && isEmptyRow(rows[rows.length - 1].cells) && isEmptyRow(rows[rows.length - 2].cells)) {
    rows.pop();
  }
  if ((!rows.length || !isEmptyRow(rows[rows.length - 1].cells)) && rows.length < MOST_ROWS) {
    rows.push(newRow());
  }
}

/* What a row says, and what the server says of it */

/** @param {Row} row */
function judge(row) {
  asking.get(row)?.stop();
  const none = data.seats.map(() => null);
  if (isEmptyRow(row.cells)) {
    judged.set(row, { entry: null, text: "", state: "", points: none });
    return;
  }
  const hand = handOf(row.cells, asksWinner);
  if ("text" in hand) {
    const names = (hand.seats ?? []).map((seat) => data.seats[seat].name).join(", ");
    const text = fill(data.sheet[hand.text], { names, text: hand.word });
    // Missing points are not an error until the sheet is saved.
    judged.set(row, { entry: null, text, state: hand.text === "missing" ? "open" : "bad", points: none });
    return;
  }
  const sheets = hand.points.map((points) => {
    /** @type {import("./entry.js").Sheet} */
    const sheet = {};
    if (points !== null) sheet.points = points;
    return sheet;
  });
  const form = hand.givenUp ? GIVEN_UP : data.form;
  const entry = new Entry(
    { ...data, scorer: null },
    { form, winner: hand.winner, satOut: hand.satOut, sheets: { [form]: sheets } },
  );
  judged.set(row, { entry, text: data.sheet.checking, state: "open", points: entry.points() });
  const latest = asking.get(row) ?? new Latest(CHECK_AFTER);
  asking.set(row, latest);
  latest.ask((signal) => check(row, entry, signal));
}

/**
 * @param {Row} row
 * @param {Entry} entry
 * @param {AbortSignal} signal
 */
async function check(row, entry, signal) {
  try {
    const said = await call(data.check, { method: "POST", body: bodyOf(entry), signal });
    if (signal.aborted) return;
    const { findings, points } = bySeat(said, entry);
    const blocks = findings.some((finding) => finding.blocks);
    const text = findings.map((finding) => finding.text).join(" ") || data.sheet.fits;
    judged.set(row, {
      entry,
      text,
      state: blocks ? "bad" : "ok",
      points: points ?? entry.points(),
    });
  } catch (error) {
    if (signal.aborted) return;
    const points = entry.points();
    // Without the network the row is judged when it is sent.
    judged.set(
      row,
      error instanceof Refused
        ? { entry, text: error.message, state: "bad", points }
        : { entry, text: "", state: "ok", points },
    );
  }
  draw();
}

/** @param {Entry} entry */
const bodyOf = (entry) => ({
  ...entry.payload(),
  players: entry.playing().map((seat) => data.seats[seat].player),
});

/* Drawing */

function draw() {
  while (body.children.length > rows.length) body.lastElementChild?.remove();
  rows.forEach((row, index) => {
    if (!body.children[index]) body.append(drawnRow(index));
    const shown = /** @type {HTMLElement} */ (body.children[index]);
    const { text, state } = judged.get(row) ?? { text: "", state: "" };
    every("input", shown, HTMLInputElement).forEach((input, seat) => {
      if (input.value !== row.cells[seat]) input.value = row.cells[seat];
      if (state === "bad") input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    });
    const said = one(".said", shown);
    said.className = `said ${state}`;
    if (said.textContent !== text) said.textContent = text;
  });
  drawSums();
  drawButton();
}

/** @param {number} index */
function drawnRow(index) {
  const number = data.number + index;
  const row = element("tr", "", rowHead(number));
  for (const { name } of data.seats) {
    const input = element("input", "input");
    input.inputMode = "numeric";
    input.autocomplete = "off";
    input.maxLength = 6;
    input.setAttribute("aria-label", fill(data.sheet.cell, { number, name }));
    input.setAttribute("aria-describedby", `said-${index}`);
    row.append(element("td", "figure typed", input));
  }
  const said = element("td", "said");
  said.id = `said-${index}`;
  said.setAttribute("role", "status");
  row.append(said);
  return row;
}

function drawSums() {
  for (const cell of every("[data-sum]", page)) {
    const seat = Number(cell.dataset.sum);
    const typed = rows.reduce((sum, row) => sum + (judged.get(row)?.points[seat] ?? 0), 0);
    cell.textContent = pointsText(data.seats[seat].total + typed, data.unit);
  }
}

const filled = () => rows.filter(({ cells }) => !isEmptyRow(cells));
const isGap = () => rows.some((row, at) => isEmptyRow(row.cells) && at < rows.length - 1);
const isWrong = () => isGap() || rows.some((row) => judged.get(row)?.state === "bad");
const isWhole = () => !isWrong() && filled().every((row) => judged.get(row)?.entry);

function drawButton() {
  const count = filled().length;
  const wrong = isWrong();
  const { saveNone, saveOne, save } = data.sheet;
  const text = [saveNone, saveOne][count] ?? save;
  button.textContent = wrong ? data.sheet.wrong : fill(text, { count });
  button.disabled = !count;
  button.classList.toggle("primary", count > 0 && isWhole());
}

/* Keys */

/**
 * @param {number} row
 * @param {number} seat
 */
const inputAt = (row, seat) =>
  body.children[row]?.querySelectorAll("input")[seat] ?? null;

/**
 * Return the row and the seat of an input.
 * @param {HTMLInputElement} input
 */
function placeOf(input) {
  const shown = /** @type {HTMLElement} */ (around(input, "tr"));
  return [[...body.children].indexOf(shown), every("input", shown).indexOf(input)];
}

page.addEventListener("input", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  const [index, seat] = placeOf(input);
  rows[index].cells[seat] = input.value;
  typed(rows[index]);
});

page.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || event.ctrlKey || event.metaKey) return;
  const [index, seat] = placeOf(input);
  const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = inputAt(index + by, event.key === "Enter" ? 0 : seat);
  if (next) next.focus();
  else if (event.key === "Enter") button.focus();
  next?.select();
});

page.addEventListener("paste", (event) => {
  const input = event.target;
  const pasted = pastedRows(event.clipboardData?.getData("text") ?? "");
  if (!(input instanceof HTMLInputElement)) return;
  if (pasted.length < 2 && pasted[0].length < 2) return;
  event.preventDefault();
  const [index, seat] = placeOf(input);
  pasted.slice(0, MOST_ROWS - index).forEach((cells, down) => {
    rows[index + down] ??= newRow();
    cells.slice(0, data.seats.length - seat).forEach((cell, right) => {
      rows[index + down].cells[seat + right] = cell;
    });
  });
  grow();
  rows.forEach((row) => judge(row));
  put("drafts", rows, data.draft);
  draw();
});

/** @param {Row} row */
function typed(row) {
  judge(row);
  grow();
  put("drafts", rows, data.draft);
  draw();
}

/* Saving */

page.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!filled().length) return;
  page.inert = true;
  if (navigator.onLine) await Promise.all(filled().map((row) => asking.get(row)?.now()));
  if (!isWhole()) {
    page.inert = false;
    for (const row of filled()) {
      const said = judged.get(row);
      if (said && !said.entry) said.state = "bad";
    }
    draw();
    body.querySelector(".said.bad")?.scrollIntoView({ block: "center" });
    return;
  }
  await postAll(filled().map(letterOf), data.draft);
  flush();
  location.assign(data.pad);
});

/**
 * @param {Row} row
 * @param {number} index
 * @returns {import("./outbox.js").NewLetter}
 */
function letterOf(row, index) {
  const { entry, points } = /** @type {Judged & {entry: Entry}} */ (judged.get(row));
  const number = data.number + index;
  return {
    key: row.key,
    number,
    match: data.match,
    url: data.save,
    body: { ...bodyOf(entry), number },
    points,
    names: data.seats.map(({ name }) => name),
    page: `${data.pad}enter/`,
    draft: entry.draft(),
    draftKey: `match-${data.match}`,
  };
}

begin();
