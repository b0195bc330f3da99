/**
 * Shows the outbox: a line at the top of the page, and a dialog when a decision is needed, because
 * somebody else saved the hand first or because the server refused it.
 */

import { around, element, every, one, pageData, rowHead } from "../dom.js";
import { age } from "../ui.js";
import {
  adoptLetters,
  dropMatch,
  flush,
  letters,
  outbox,
  reopen,
  replace,
  resend,
  startAgain,
  whyWaiting,
  withdraw,
} from "./outbox.js";
import { listOnPhone } from "./phone-match.js";
import { pointsText } from "./points.js";
import { isOthers, writer } from "./store.js";
import { fill } from "./words.js";

/** @typedef {import("./outbox.js").Letter} Letter */

const START_AGAIN = "start-again"; // the server asks whether it is meant

const banner = one("[data-offline-banner]");
const dialog = one("#decide", document, HTMLDialogElement);
const texts = pageData("outbox-texts");
/** @type {Letter|null} */
let deciding = null;

/** Show the outbox whenever it changes, and send it. */
export function watchOutbox() {
  outbox.addEventListener("change", show);
  for (const name of ["offline", "online", "renewed"]) addEventListener(name, show);
  dialog.addEventListener("click", decide);
  dialog.addEventListener("close", focusAgain);
  show();
  flush();
}

/** Leave the focus where one goes on: what had it before the dialog may not take it any more. */
function focusAgain() {
  if (document.activeElement !== document.body) return;
  const opens = one("[data-opens=decide]", banner);
  (opens.checkVisibility() ? opens : one("#main")).focus();
}

async function show() {
  const kept = await letters();
  const starting = kept.filter(({ starts }) => starts).length;
  const others = kept.find(isOthers);
  const parts = [
    navigator.onLine ? "" : texts.offline,
    starting ? counted(texts.starting, starting) : "",
    kept.length > starting ? counted(texts.waiting, kept.length - starting) : "",
    kept.length ? whyWaiting() : "",
    others ? fill(texts.byOther, { name: others.byName ?? "" }) : "",
    age(),
  ].filter(Boolean);
  banner.hidden = !parts.length;
  one("[data-offline-text]", banner).textContent = parts.join(" · ");
  listOnPhone(kept);
  const own = kept.find((each) => ["conflict", "refused"].includes(each.state) && !isOthers(each));
  const stuck = own ?? (writer().by ? others : undefined);
  one("[data-opens=decide]", banner).hidden = !stuck; // the dialog may have been closed by Escape
  if (!stuck || stuck.id === deciding?.id) return;
  if (stuck === own) ask(stuck);
  else askAboutOthers(stuck);
}

/**
 * @param {string[]} words  by number; the last is for all that are greater
 * @param {number} number
 */
const counted = (words, number) => words[Math.min(number, words.length - 1)];

/** @param {import("./outbox.js").NewLetter} letter */
const scores = ({ names, points, unit }) =>
  names.map((name, seat) => `${name} ${said(points[seat], unit)}`).join(", ");

/**
 * @param {number|null|undefined} points
 * @param {number} [unit]
 */
const said = (points, unit) => (typeof points === "number" ? pointsText(points, unit) : "–");

/**
 * Open the dialog that says what is wrong with a letter and what can be done.
 * @param {Letter} letter
 */
function ask(letter) {
  deciding = letter;
  if (letter.starts) {
    askAboutStart(letter);
    return;
  }
  const problem = letter.problem ?? {};
  const taken = letter.state === "conflict" ? problem.saved : undefined;
  const reason = problem.detail ?? problem.title ?? "";
  one("[data-decide-title]", dialog).textContent = fill(taken ? texts.taken : texts.refused, {
    number: letter.number,
  });
  const differs = taken ? compare(letter, taken) : false;
  const compared = differs ? texts.differ : texts.same;
  one("[data-decide-theirs]", dialog).textContent = taken ? compared : reason;
  one("[data-decide-both]", dialog).hidden = !taken;
  one("[data-decide-mine]", dialog).textContent = taken
    ? ""
    : fill(texts.mine, { scores: scores(letter) });
  const { next } = problem;
  button("next").textContent = fill(texts.next, { number: next?.number ?? "" });
  offer(taken ? ["theirs", ...(next ? ["next"] : []), "replace"] : ["change", "drop"]);
}

/**
 * Prepare the dialog about what somebody else has entered on this phone; it is opened by a tap.
 * @param {Letter} letter
 */
function askAboutOthers(letter) {
  deciding = letter;
  const name = letter.byName ?? "";
  one("[data-decide-both]", dialog).hidden = true;
  one("[data-decide-title]", dialog).textContent = fill(texts.byOther, { name });
  one("[data-decide-theirs]", dialog).textContent = fill(texts.waitsForOther, { name });
  one("[data-decide-mine]", dialog).textContent = letter.starts ? "" : scores(letter);
  offer(["mine", letter.starts ? "drop-match" : "drop"], false);
}

/**
 * Open the dialog about a match that the server did not start.
 * @param {Letter} letter
 */
async function askAboutStart(letter) {
  const { names, problem = {} } = letter;
  one("[data-decide-both]", dialog).hidden = true;
  one("[data-decide-title]", dialog).textContent = fill(texts.notStarted, {
    names: names.join(", "),
  });
  one("[data-decide-theirs]", dialog).textContent = problem.detail ?? problem.title ?? "";
  const hands = (await letters(letter.match)).length - 1;
  one("[data-decide-mine]", dialog).textContent = hands ? counted(texts.waitFor, hands) : "";
  const asked = problem.type?.endsWith(START_AGAIN);
  offer([asked ? "anyway" : "again", "drop-match"]);
}

/** @param {string} choice */
const button = (choice) => one(`[data-choose="${choice}"]`, dialog);

/**
 * Give the dialog these choices.
 * @param {string[]} choices
 * @param {boolean} [opens]  whether it is shown at once
 */
function offer(choices, opens = true) {
  for (const each of every("[data-choose]", dialog)) {
    each.hidden = !choices.includes(each.dataset.choose ?? "");
  }
  if (opens && !dialog.open) dialog.showModal();
}

/**
 * Show both entries of a hand, player by player; return whether they differ.
 * @param {Letter} letter
 * @param {import("./api.js").SavedHand} saved  what somebody else entered
 */
function compare({ names, points, unit }, saved) {
  const theirs = new Map(saved.results.map((result) => [result.name, result.points]));
  const mine = new Map(names.map((name, seat) => [name, points[seat] ?? undefined]));
  one("[data-decide-who]", dialog).textContent = saved.author;
  const rows = [...new Set([...mine.keys(), ...theirs.keys()])].map((name) => {
    const figures = [theirs.get(name), mine.get(name)].map((entered) => element("td", "figure", said(entered, unit)));
    const row = element("tr", "", rowHead(name), ...figures);
    row.classList.toggle("differs", theirs.get(name) !== mine.get(name));
    return row;
  });
  one("[data-decide-both] tbody", dialog).replaceChildren(...rows);
  return rows.some(({ classList }) => classList.contains("differs"));
}

/** @param {Event} event */
async function decide(event) {
  const choice = around(event, "[data-choose]")?.dataset.choose;
  const letter = deciding;
  if (!choice || !letter) return;
  const { next, saved } = letter.problem ?? {};
  deciding = null;
  dialog.close();
  if (choice === "mine") await adoptLetters(letter);
  if (choice === "theirs") await withdraw(letter);
  if (choice === "anyway" || choice === "again") await startAgain(letter, choice === "anyway");
  if (choice === "drop-match") {
    await dropMatch(letter);
    location.assign(letter.starts?.league ?? "/");
  }
  if (choice === "drop") await withdraw(letter, -1);
  if (choice === "next" && next) await resend(letter, next.number - letter.number);
  if (choice === "change") {
    await reopen(letter);
    location.assign(letter.page);
  }
  if (choice === "replace" && saved) await replace(letter, saved, fill(texts.replaces, saved));
  focusAgain();
}
