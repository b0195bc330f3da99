/**
 * The page on which the end of a hand is entered, or an earlier hand is corrected.
 *
 * The server has drawn every form for every seat; this module keeps the Entry behind them, keeps
 * the draft on the phone, asks the server what it thinks, and hands the finished hand to the
 * outbox. One seat is open at a time on a phone; on a wide screen all are.
 */

import "./page.js";
import { toast } from "../ui.js";
import { call, Refused } from "./api.js";
import { Entry, NOBODY } from "./entry.js";
import { EntryView } from "./entry-view.js";
import { judgeAsTyped } from "./judge.js";
import { Latest } from "./latest.js";
import { live } from "./live.js";
import { flush, outbox, outcomeOf, post, standing } from "./outbox.js";
import { addColumn } from "./pickers.js";
import { Places } from "./places.js";
import { get, newKey, put, remove } from "./store.js";
import { bySeat } from "./verdict.js";
import { fill } from "./words.js";

const CHECK_AFTER = 250; // milliseconds without typing
const PATIENCE = 2500; // milliseconds to wait for the server's answer before going on

const data = JSON.parse(document.getElementById("entry-data").textContent);
const page = document.querySelector("[data-entry]");
const view = new EntryView(page, data);
const reason = page.querySelector("#reason");
const logText = page.querySelector("#log");

const places = new Places();
const checking = new Latest(CHECK_AFTER);
let entry = null;
let verdict = null; // the server's word on what is typed now
let key = newKey();
let amends = null; // the letter of the outbox that is being changed, if any
let base = { number: data.number, totals: data.seats.map(({ total }) => total) };
let saving = false;

async function begin() {
  const scorer = data.scorer ? (await import(data.scorer)).points : null;
  const draft = (await get("drafts", data.draft)) ?? {};
  amends = draft.amends ?? null;
  key = draft.key ?? key;
  await recount();
  const recorded = { ...data.entry, satOut: data.satOut, log: data.log };
  entry = new Entry({ ...data, scorer }, draft.form ? draft : recorded);
  places.begin(entry);
  if (draft.reason && reason) reason.value = draft.reason;
  logText.value = entry.log;
  openNext();
  listen();
  view.showTyped(entry);
  draw();
  judgeAsTyped(page.querySelector("[data-judge]"));
  checkSoon();
  page.inert = false; // from here on no tap is lost
  page.dataset.ready = "";
}

/** Number and totals as they are with the hands that wait on this phone. */
async function recount() {
  if (data.corrects) return;
  const { number, totals } = await standing(data.match, base, amends);
  data.number = number;
  data.seats.forEach((seat, index) => {
    seat.total = totals[index] ?? seat.total;
  });
}

const openNext = () => places.showNext(view.wide.matches);

const draw = () => view.draw(entry, places, verdict);

/** Something changed: keep it, show what follows, ask the server. */
function typed() {
  verdict = null;
  keep();
  draw();
  checkSoon();
}

const keep = () =>
  put("drafts", { ...entry.draft(), key, amends, reason: reason?.value }, data.draft);

/* What is tapped and typed */

function listen() {
  page.addEventListener("input", onInput);
  page.addEventListener("change", onChange);
  page.addEventListener("click", onClick);
  page.addEventListener("submit", (event) => {
    event.preventDefault();
    goOn();
  });
  page.addEventListener("focusin", ({ target }) => {
    const place = target.closest("[data-place-of]");
    if (!view.wide.matches || !place || seatOf(target) === places.open) return;
    places.show(seatOf(target));
    draw();
  });
  view.wide.addEventListener("change", draw);
}

const seatOf = (element) => Number(element.closest("[data-place-of]").dataset.placeOf);
const fieldOf = (element) =>
  entry.form.fields.find((field) => field.key === element.closest("[data-field]").dataset.field);

function onInput({ target }) {
  if (target === reason) {
    keep();
  } else if (target === logText) {
    entry.log = logText.value;
    typed();
  } else if (target.matches("[data-field] input")) {
    if (target.closest("[data-form]").dataset.form !== entry.formKey) return;
    const field = fieldOf(target);
    const isStepper = Boolean(target.closest("[data-stepper]"));
    const value = target.value.trim() === "" ? null : Number(target.value);
    const before = entry.value(seatOf(target), field) ?? (isStepper ? 0 : null);
    if (value === before || Number.isNaN(value)) return;
    entry.set(seatOf(target), field, isStepper && !value ? null : value);
    typed();
  }
}

function onChange({ target }) {
  if (target.name === "winner") {
    entry.winner = Number(target.value);
    openNext();
    typed();
    focusPlace(places.open);
  } else if (target.name === "form") {
    entry.use(target.value);
    places.begin(entry);
    view.showTyped(entry);
    openNext();
    typed();
    if (entry.isLog) showLog();
  } else if (target.matches("[data-sat-out]")) {
    const seat = Number(target.dataset.satOut);
    if (target.checked) entry.satOut.add(seat);
    else entry.satOut.delete(seat);
    if (entry.winner === seat) entry.winner = null;
    typed();
  } else if (target.matches("[data-field] select")) {
    entry.set(seatOf(target), fieldOf(target), target.value);
    typed();
  }
}

function onClick(event) {
  const tapped = event.target.closest("button");
  if (!tapped || tapped.disabled) return;
  const { dataset } = tapped;
  if ("opensPlace" in dataset) {
    const seat = seatOf(tapped);
    places.show(seat === places.open && !view.wide.matches ? -1 : seat);
    draw();
  } else if ("changeWinner" in dataset) {
    entry.winner = null;
    places.show(-1);
    typed();
    page.querySelector("[name=winner]").focus();
  } else if ("nobodyOut" in dataset) {
    entry.winner = NOBODY;
    openNext();
    typed();
  } else if ("adds" in dataset) {
    tapped.closest("[data-field]").querySelector("[data-step='1']").click();
  } else if ("target" in dataset) {
    places.aim(seatOf(tapped), fieldOf(tapped).key);
    draw();
  } else if (dataset.code) {
    places.addCard(dataset.code);
    typed();
  } else if (dataset.takes) {
    const field = fieldOf(tapped);
    const cards = entry.value(seatOf(tapped), field);
    entry.set(seatOf(tapped), field, cards.filter((_, index) => index !== Number(dataset.takes)));
    places.aim(seatOf(tapped), field.key);
    typed();
  } else if (dataset.place) {
    const at = dataset.place.split(",").map(Number);
    places.aim(seatOf(tapped), places.gridField.key, at);
    draw();
  } else if (dataset.clears) {
    const seat = seatOf(tapped);
    const kept = places.gridOf(seat).filter((_, column) => column !== Number(dataset.clears));
    places.setGrid(seat, kept);
    typed();
  } else if ("addsColumn" in dataset) {
    const seat = seatOf(tapped);
    places.setGrid(seat, addColumn(places.gridOf(seat)));
    typed();
  } else if (dataset.fix) {
    takeUp(JSON.parse(dataset.fix));
  }
}

/** Take up a suggestion of the check: mark the winner, exchange two hands, set a total. */
function takeUp({ fix: [kind, first, second], seat }) {
  const { sheets } = entry;
  if (kind === "winner") entry.winner = first;
  if (kind === "exchanged") [sheets[first], sheets[second]] = [sheets[second], sheets[first]];
  if (kind === "digits") {
    entry.set(seat, entry.form.fields.find((field) => field.kind === "total"), first);
  }
  places.begin(entry);
  view.showTyped(entry);
  openNext();
  typed();
}

function focusPlace(seat) {
  if (seat < 0 || !view.wide.matches) return;
  view.formOf(seat, entry)?.querySelector("input, button")?.focus();
}

function showLog() {
  logText.closest("details").open = true;
  logText.focus();
}

/* What the server says while one types */

function checkSoon() {
  checking.stop();
  if (!entry.needsWinner && entry.firstMissing() < 0) checking.ask(check);
}

async function check(signal) {
  try {
    const said = await call(data.check, { method: "POST", body: body(), signal });
    if (signal.aborted) return;
    verdict = bySeat(said, entry);
    view.drawEffect(said.effect);
    draw();
  } catch (error) {
    // Without the network the deck check of the phone is all there is; the server checks again.
    if (error instanceof Refused) showProblem(error.problem);
  }
}

const body = () => ({
  ...entry.payload(),
  number: data.number,
  players: entry.playing().map((seat) => data.seats[seat].player),
  ...(data.corrects && { version: data.corrects, reason: reason.value.trim() }),
});

function showProblem(problem) {
  const findings = problem.findings ?? [{ text: problem.detail ?? problem.title, blocks: true }];
  verdict = bySeat({ points: null, findings, steps: [] }, entry);
  draw();
  page.querySelector("[data-check]").scrollIntoView({ block: "center" });
}

/* Saving */

/** The one button: the next seat while something is missing, then the save. */
function goOn() {
  if (entry.needsWinner) {
    page.querySelector("[name=winner]").focus();
    return;
  }
  const next = view.next(entry);
  if (next >= 0) {
    if (entry.isLog) showLog();
    else if (next === places.open && entry.mayHoldNothing) sayNothingLeft(next);
    else places.show(next);
    draw();
    view.places[next].scrollIntoView({ block: "nearest" });
    focusPlace(next);
    return;
  }
  if (entry.slips().length || verdict?.findings.some(({ blocks }) => blocks)) {
    page.querySelector("[data-check]").scrollIntoView({ block: "center" });
    return;
  }
  if (data.corrects) saveCorrection();
  else save();
}

function sayNothingLeft(seat) {
  entry.setNothing(seat);
  openNext();
  typed();
}

async function save() {
  if (saving) return;
  hold(true);
  const { number } = data;
  const letter = {
    ...(amends && { id: amends }),
    key,
    number,
    match: data.match,
    url: data.save,
    body: body(),
    points: verdict?.points ?? entry.points(),
    names: data.seats.map(({ name }) => name),
    page: location.pathname,
    draft: entry.draft(),
    draftKey: data.draft,
  };
  const posted = await post(letter, data.draft);
  flush();
  const outcome = await outcomeOf(posted, navigator.onLine ? PATIENCE : 0);
  hold(false);
  if (outcome?.state === "refused") {
    await takeBack(outcome);
    return;
  }
  if (outcome?.state === "conflict") base = outcome.problem.next ?? base;
  else if (outcome) toast(fill(data.texts.kept, { number }));
  else toast(fill(data.texts.saved, { number }), correctionOf(number));
  await nextHand();
}

/** While a hand is on its way nothing is typed into it, nor into the next by mistake. */
function hold(held) {
  saving = held;
  page.inert = held;
  if (held) checking.stop();
}

const correctionOf = (number) => ({
  label: data.texts.correct,
  run: () => location.assign(`${data.pad}h/${number}/correct/`),
});

/** The server refused the hand just sent: everything typed is still here, with what is wrong. */
async function takeBack(letter) {
  await remove("outbox", letter.id);
  key = newKey();
  await keep();
  showProblem(letter.problem);
}

async function nextHand() {
  key = newKey();
  amends = null;
  entry = new Entry(entry.table, { form: entry.formKey });
  places.begin(entry);
  verdict = null;
  logText.value = "";
  page.querySelector("[data-judged]").replaceChildren();
  await recount();
  openNext();
  view.showTyped(entry);
  draw();
  scrollTo(0, 0);
  if (view.wide.matches) page.querySelector("[name=winner]")?.focus({ preventScroll: true });
}

async function saveCorrection() {
  if (saving) return;
  if (!reason.value.trim()) {
    reason.setAttribute("aria-invalid", "true");
    reason.focus();
    return;
  }
  hold(true);
  try {
    await call(data.save, { method: "POST", body: body(), key });
    await remove("drafts", data.draft);
    location.assign(data.pad);
  } catch (error) {
    if (error instanceof Refused) key = newKey();
    showProblem(error instanceof Refused ? error.problem : { title: data.texts.offline });
  } finally {
    hold(false);
  }
}

/* News from elsewhere */

outbox.addEventListener("saved", ({ detail: { letter, answer } }) => {
  if (letter.match === data.match && answer.announcement) toast(answer.announcement, null, 12_000);
});

outbox.addEventListener("change", async () => {
  if (!entry || saving) return;
  await recount();
  draw();
});

/**
 * Another phone saved a hand. A page on which nothing is typed moves on to the next; a hand that is
 * being typed stays what it was, and the server asks about it when it is saved.
 */
live.addEventListener("fresh", async ({ detail }) => {
  const text = detail.getElementById("entry-data")?.textContent;
  if (!text || data.corrects || !entry || saving) return;
  const fresh = JSON.parse(text);
  const players = ({ seats }) => seats.map(({ player }) => player).join();
  if (fresh.number <= data.number && players(fresh) === players(data)) return;
  if (!entry.isEmpty) {
    toast(fill(data.texts.overtaken, { number: fresh.number - 1 }), null, 12_000);
    return;
  }
  if (players(fresh) !== players(data)) location.reload();
  base = { number: fresh.number, totals: fresh.seats.map(({ total }) => total) };
  await recount();
  draw();
});

begin();
