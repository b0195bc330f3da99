/**
 * Shows what waits to be sent: a line at the top of the page, and a dialog when the server needs a
 * decision, because somebody else saved the hand first or because it cannot be accepted.
 */

import { flush, letters, outbox, reopen, resend, withdraw } from "./outbox.js";
import { put } from "./store.js";
import { fill } from "./words.js";

const banner = document.querySelector("[data-offline-banner]");
const dialog = document.getElementById("decide");
const texts = JSON.parse(document.getElementById("outbox-texts").textContent);
let deciding = null;

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
  banner.querySelector("[data-offline-text]").textContent = parts.join(" · ");
  const stuck = kept.find(({ state }) => ["conflict", "refused"].includes(state));
  if (stuck && stuck.id !== deciding?.id) ask(stuck);
}

const scores = (names, points) =>
  names.map((name, seat) => `${name} ${points?.[seat] ?? "–"}`).join(", ");

function ask(letter) {
  deciding = letter;
  const { problem } = letter;
  const set = (part, text) => {
    dialog.querySelector(`[data-decide-${part}]`).textContent = text;
  };
  const taken = letter.state === "conflict" && problem.saved;
  set("title", fill(taken ? texts.taken : texts.refused, { number: letter.number }));
  set("theirs", taken ? fill(texts.theirs, theirs(problem.saved)) : problem.detail ?? problem.title);
  set("mine", fill(texts.mine, { scores: scores(letter.names, letter.points) }));
  const button = (choice) => dialog.querySelector(`[data-choose="${choice}"]`);
  for (const choice of ["theirs", "next", "replace"]) button(choice).hidden = !taken;
  for (const choice of ["change", "drop"]) button(choice).hidden = Boolean(taken);
  button("next").textContent = fill(texts.next, { number: problem.next?.number ?? "" });
  if (!dialog.open) dialog.showModal();
}

const theirs = (saved) => ({
  who: saved.author,
  number: saved.number,
  scores: saved.results.map(({ name, points }) => `${name} ${points}`).join(", "),
});

async function decide(event) {
  const choice = event.target.closest("[data-choose]")?.dataset.choose;
  if (!choice) return;
  const letter = deciding;
  deciding = null;
  dialog.close();
  if (choice === "theirs") await withdraw(letter);
  if (choice === "drop") await withdraw(letter, -1);
  if (choice === "next") await resend(letter, letter.problem.next.number - letter.number);
  if (choice === "change") {
    await reopen(letter);
    location.assign(letter.page);
  }
  if (choice === "replace") {
    const { id, number } = letter.problem.saved;
    await put("drafts", letter.draft, `hand-${id}`);
    await withdraw(letter);
    location.assign(letter.page.replace(/enter\/$/, `h/${number}/correct/`));
  }
}
