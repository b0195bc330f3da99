/**
 * Hands that were entered and not yet confirmed by the server, and matches that were started without
 * it (phone-match.js): such a match is the first letter of its hands.
 *
 * A hand is stored here and its draft removed in one transaction, and only then is it sent; it is
 * removed when the server has accepted it. Hands of one match are sent in order, each with the
 * idempotency key made when its draft began, so that a retry, a reload or a second tab never makes a
 * second hand. If somebody else saved the same hand first, its match waits for a decision.
 *
 * @typedef {{number: number, totals: number[], over?: boolean}} Standing
 *          where a match stands: the number of the next hand, the totals by seat, and whether the
 *          server has said that it is over
 * @typedef {{id?: number, key: string, match: string, number: number, url: string, body: object,
 *            points: (number|null)[], unit?: number, names: string[], page: string, draft: object,
 *            draftKey: string, by?: string, byName?: string,
 *            starts?: {title: string, league: string}}} NewLetter
 *          `points` and `names` are by seat; `page` is where it was entered, `by` by whom; `starts`
 *          names the game and the address of the league where it is not a hand but the start of a
 *          match
 * @typedef {NewLetter & {id: number, state: "waiting"|"conflict"|"refused"|"open",
 *            problem?: import("./api.js").Problem}} Letter
 *          "open": its hand is being changed on the entry page
 */

import { call, Refused, Unreachable } from "./api.js";
import { forwarded } from "./phone-match.js";
import { all, get, isOthers, newKey, put, transact, writer } from "./store.js";

const LONGEST_WAIT = 30_000; // milliseconds between two attempts
const SIGNED_OUT = 401;
const FULL = "too-much-stored"; // nothing more is saved until tomorrow

/** Fires "change" (the list changed) and "saved" (detail: {letter, answer}). */
export const outbox = new EventTarget();

/** @type {Promise<void>|null} */
let sending = null;
let more = false; // a hand was added while others were being sent
let failures = 0;
let timer = 0;
let reason = "";

/** Return why the server takes none of the waiting hands, in its words; "" if it has not said so. */
export const whyWaiting = () => reason;

/**
 * @param {"change"|"saved"} name
 * @param {{letter: Letter, answer: any}} [detail]
 */
const tell = (name, detail) => outbox.dispatchEvent(new CustomEvent(name, { detail }));

/**
 * @param {string} [match]  only those of this match
 * @returns {Promise<Letter[]>} oldest first
 */
export async function letters(match) {
  /** @type {Letter[]} */
  const kept = await all("outbox");
  return match ? kept.filter((letter) => letter.match === match) : kept;
}

/**
 * Store a hand and remove its draft, in one transaction. A letter with an id replaces the one it
 * amends.
 * @param {NewLetter} letter
 * @param {string} draftKey
 * @returns {Promise<Letter>}
 */
export async function post(letter, draftKey) {
  return { ...letter, state: "waiting", id: await postAll([letter], draftKey) };
}

/**
 * Store several hands and remove the draft they come from, in one transaction.
 * @param {NewLetter[]} posted  in order
 * @param {string} draftKey
 * @returns {Promise<number>} the id of the last one
 */
export async function postAll(posted, draftKey) {
  const id = await transact(["outbox", "drafts"], "readwrite", (box, drafts) => {
    drafts.delete(draftKey);
    return posted.map((letter) => box.put({ ...letter, ...writer(), state: "waiting" })).at(-1);
  });
  tell("change");
  return id;
}

/** Send the waiting letters. May be called at any time and repeatedly. */
export function flush() {
  clearTimeout(timer);
  more = true;
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll() {
  while (more) {
    more = false;
    await sendOnce();
  }
}

async function sendOnce() {
  const held = new Set(); // matches whose later hands must wait
  let why = "";
  for (const posted of await letters()) {
    const letter = held.has(posted.match) ? null : await forwarded(posted);
    if (!letter || held.has(letter.match)) continue;
    if (letter !== posted) await put("outbox", letter);
    if (letter.state !== "waiting" || isOthers(letter)) {
      held.add(letter.match);
      continue;
    }
    try {
      await deliver(letter);
      failures = 0;
    } catch (error) {
      const isFull = error instanceof Refused && error.problem.code === FULL;
      if (error instanceof Unreachable || isFull) {
        failures += 1;
        clearTimeout(timer);
        timer = setTimeout(flush, Math.min(LONGEST_WAIT, 500 * 2 ** failures));
        if (!isFull) break;
        why = error.message;
        held.add(letter.match); // of other matches less may be sent, or what is saved already
        continue;
      }
      if (!(error instanceof Refused)) throw error;
      if (error.status === SIGNED_OUT) break; // it waits until somebody signs in
      held.add(letter.match);
      const state = error.status === 409 ? "conflict" : "refused";
      await put("outbox", { ...letter, state, problem: error.problem });
    }
  }
  reason = why;
  tell("change");
}

/** @param {Letter} letter */
async function deliver(letter) {
  const { url, body, key, by } = letter;
  const answer = await call(url, { method: "POST", body, key, by });
  const kept = await get("matches", letter.match);
  await transact(["outbox", "matches"], "readwrite", (box, matches) => {
    box.delete(letter.id);
    if (answer?.next) matches.put(answer.next, letter.match);
    if (letter.starts) matches.put(begun(kept, answer), letter.match);
  });
  tell("saved", { letter, answer });
}

/**
 * Return what this phone knows of a match that it has started, now that the server has it.
 * @param {import("./phone-match.js").Kept} kept
 * @param {{id: number, seats: {player: number}[]}} answer
 */
const begun = (kept, { id, seats }) => ({
  ...kept,
  made: { id: String(id), players: seats.map(({ player }) => player) },
});

/**
 * Let everything that somebody else has entered here be sent by the present writer, as new requests:
 * under its key a letter that has arrived, though no answer came, would be refused to another sender
 * instead of being compared with what is saved.
 * @param {Letter} letter  one of theirs
 */
export async function adoptLetters({ by }) {
  const theirs = (await letters()).filter((other) => other.by === by);
  await transact(["outbox"], "readwrite", (box) => {
    for (const each of theirs) box.put({ ...each, ...writer(), key: newKey() });
  });
  tell("change");
  return flush();
}

/**
 * Start a match after all that the server has refused or asked about; or try again.
 * @param {Letter} letter
 * @param {boolean} anyway  even if it looks like one that was started before
 */
export async function startAgain(letter, anyway) {
  const body = { ...letter.body, anyway };
  await put("outbox", { ...letter, body, key: newKey(), state: "waiting", problem: undefined });
  tell("change");
  return flush();
}

/**
 * Drop a match that was started on this phone, with its hands.
 * @param {Letter} letter
 */
export async function dropMatch(letter) {
  const own = await letters(letter.match);
  await transact(["outbox"], "readwrite", (box) => {
    for (const { id } of own) box.delete(id);
  });
  tell("change");
}

/**
 * Send a letter again under another hand number; later hands of its match shift by the same amount.
 * @param {Letter} letter
 * @param {number} shift  how much higher its number becomes
 */
export async function resend(letter, shift) {
  const later = (await letters(letter.match)).filter((other) => other.id > letter.id);
  await transact(["outbox"], "readwrite", (box) => {
    const number = letter.number + shift;
    const body = { ...letter.body, number };
    box.put({ ...letter, number, body, key: newKey(), state: "waiting", problem: undefined });
    move(box, shift ? later : [], shift);
  });
  tell("change");
  return flush();
}

/**
 * Send a letter as a correction of the hand that somebody else saved under its number.
 * @param {Letter} letter
 * @param {import("./api.js").SavedHand} saved
 * @param {string} reason
 */
export async function replace(letter, { number, version }, reason) {
  const url = letter.url.replace(/hands\/.*$/, `hands/${number}/versions/`);
  const body = { ...letter.body, number, version, reason };
  const again = { state: "waiting", problem: undefined, key: newKey() };
  await put("outbox", { ...letter, ...again, number, url, body });
  tell("change");
  return flush();
}

/**
 * Drop a letter unsent.
 * @param {Letter} letter
 * @param {number} [shift]  what is added to the numbers of later hands: -1 when it leaves a gap
 */
export async function withdraw(letter, shift = 0) {
  const later = (await letters(letter.match)).filter((other) => other.id > letter.id);
  await transact(["outbox"], "readwrite", (box) => {
    box.delete(letter.id);
    move(box, shift ? later : [], shift);
  });
  tell("change");
  return flush();
}

/**
 * Reopen a refused letter for editing: its draft is restored, and the hands after it wait.
 * @param {Letter} letter
 */
export async function reopen(letter) {
  await transact(["outbox", "drafts"], "readwrite", (box, drafts) => {
    box.put({ ...letter, state: "open" });
    drafts.put({ ...letter.draft, key: newKey(), amends: letter.id }, letter.draftKey);
  });
}

/**
 * @param {IDBObjectStore} box
 * @param {Letter[]} moved
 * @param {number} shift  what is added to their numbers
 */
function move(box, moved, shift) {
  for (const letter of moved) {
    const number = letter.number + shift;
    box.put({ ...letter, number, body: { ...letter.body, number } });
  }
}

/**
 * Return null if a letter was delivered, else the letter, waiting or refused.
 * @param {Letter} posted
 * @param {number} patience  milliseconds after which a letter that waits is the answer
 * @returns {Promise<Letter|null>}
 */
export function outcomeOf({ id }, patience) {
  return new Promise((resolve) => {
    /** @param {boolean} mayWait */
    const finish = async (mayWait) => {
      const letter = (await letters()).find((kept) => kept.id === id) ?? null;
      if (mayWait && letter?.state === "waiting") return;
      clearTimeout(giveUp);
      outbox.removeEventListener("change", onChange);
      resolve(letter);
    };
    const onChange = () => finish(true);
    const giveUp = setTimeout(() => finish(false), patience);
    outbox.addEventListener("change", onChange);
  });
}

/**
 * Return the state of a match: the server's last answer plus this phone's waiting hands.
 * @param {string} match
 * @param {Standing} base  as the page knows it; a page out of the cache may be behind even the
 *        hands this phone has sent
 * @param {number|null} until  the letter that is being changed: it and what follows do not count
 * @returns {Promise<Standing>}
 */
export async function standing(match, base, until) {
  /** @type {Standing|undefined} */
  const known = await get("matches", match);
  let { number, totals, over } = known && known.number > base.number ? known : base;
  for (const letter of await letters(match)) {
    if (letter.id === until) break;
    if (letter.number < number) continue;
    number = letter.number + 1;
    totals = totals.map((total, seat) => total + (letter.points[seat] ?? 0));
  }
  return { number, totals, over };
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") flush();
});
