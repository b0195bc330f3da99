/**
 * Shows the outbox: a line at the top of the page, and a dialog when a decision is needed, because
 * somebody else saved the hand first or because the server refused it.
 */

import { around, one, pageData } from "../dom.js";
import { flush, letters, outbox, reopen, resend, withdraw } from "./outbox.js";
import { put } from "./store.js";
import { fill } from "./words.js";

/** @typedef {import("./outbox.js").Letter} Letter */

const banner = one("[data-offline-banner]");
const dialog = one("#decide", document, HTMLDialogElement);
const texts = pageData("outbox-texts");
/** @type {Letter|null} */
let deciding = null;

/** Show the outbox whenever it changes, and send it. */
export function watchOutbox() {
  outbox.addEventListener("change", show);
  addEventListener("online", show);
  addEventListener("offline", show);
  dialog.addEventListener("click", decide);
  show();
  flush();
}

async function show() {
  const kept = await letters();
  const waiting = kept.length ? texts.waiting[Math.min(kept.length, texts.waiting.length - 1)] : "";
  banner.hidden = navigator.onLine && !kept.length;
  const parts = [navigator.onLine ? "" : texts.offline, waiting].filter(Boolean);
  one("[data-offline-text]", banner).textContent = parts.join(" · ");
  const stuck = kept.find(({ state }) => ["conflict", "refused"].includes(state));
  if (stuck && stuck.id !== deciding?.id) ask(stuck);
}

/**
 * @param {string[]} names
 * @param {(number|null)[]} points
 */
const scores = (names, points) =>
  names.map((name, seat) => `${name} ${points[seat] ?? "–"}`).join(", ");

/**
 * Open the dialog that says what is wrong with a letter and what can be done.
 * @param {Letter} letter
 */
function ask(letter) {
  deciding = letter;
  const problem = letter.problem ?? {};
  const taken = letter.state === "conflict" ? problem.saved : undefined;
  const reason = problem.detail ?? problem.title ?? "";
  one("[data-decide-title]", dialog).textContent = fill(taken ? texts.taken : texts.refused, {
    number: letter.number,
  });
  one("[data-decide-theirs]", dialog).textContent = taken
    ? fill(texts.theirs, theirs(taken))
    : reason;
  one("[data-decide-mine]", dialog).textContent = fill(texts.mine, {
    scores: scores(letter.names, letter.points),
  });
  /** @param {string} choice */
  const button = (choice) => one(`[data-choose="${choice}"]`, dialog);
  for (const choice of ["theirs", "next", "replace"]) button(choice).hidden = !taken;
  for (const choice of ["change", "drop"]) button(choice).hidden = Boolean(taken);
  button("next").textContent = fill(texts.next, { number: problem.next?.number ?? "" });
  if (!dialog.open) dialog.showModal();
}

/** @param {import("./api.js").SavedHand} saved */
const theirs = (saved) => ({
  who: saved.author,
  number: saved.number,
  scores: saved.results.map(({ name, points }) => `${name} ${points}`).join(", "),
});

/** @param {Event} event */
async function decide(event) {
  const choice = around(event, "[data-choose]")?.dataset.choose;
  const letter = deciding;
  if (!choice || !letter) return;
  const { next, saved } = letter.problem ?? {};
  deciding = null;
  dialog.close();
  if (choice === "theirs") await withdraw(letter);
  if (choice === "drop") await withdraw(letter, -1);
  if (choice === "next" && next) await resend(letter, next.number - letter.number);
  if (choice === "change") {
    await reopen(letter);
    location.assign(letter.page);
  }
  if (choice === "replace" && saved) {
    await put("drafts", letter.draft, `hand-${saved.id}`);
    await withdraw(letter);
    location.assign(letter.page.replace(/enter\/$/, `h/${saved.number}/correct/`));
  }
}
