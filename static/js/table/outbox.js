/**
 * Hands that were entered and not yet confirmed by the server.
 *
 * A hand is written here first, together with the removal of its draft, and only then sent; it is
 * removed when the server has said yes. Hands of one match go out in order, each with the key it
 * was given when its draft began, so that a retry, a reload or a second tab never makes a second
 * hand. When somebody else saved the same hand first, its match waits for a decision.
 *
 * @typedef {{id: number, key: string, match: string, number: number, url: string, body: object,
 *            state: "waiting"|"conflict"|"refused"|"open", problem?: object, points: (number|null)[],
 *            names: string[], page: string, draft: object, draftKey: string}} Letter
 *            "open": its hand is being changed on the entry page; `points` and `names` by seat; `page` is where it was entered
 */

import { call, Refused, Unreachable } from "./api.js";
import { all, get, newKey, put, transact } from "./store.js";

const LONGEST_WAIT = 30_000; // milliseconds between two tries

/** Fires "change" (the list changed) and "saved" (detail: {letter, answer}). */
export const outbox = new EventTarget();

let sending = null;
let more = false; // a hand was added while others were being sent
let failures = 0;
let timer = 0;

const tell = (name, detail) => outbox.dispatchEvent(new CustomEvent(name, { detail }));

/** @returns {Promise<Letter[]>} oldest first; of one match when it is given */
export async function letters(match) {
  const kept = await all("outbox");
  return match ? kept.filter((letter) => letter.match === match) : kept;
}

/** Keep a hand and forget its draft, both or neither. A letter with an id takes the place of the
    one it amends. */
export async function post(letter, draftKey) {
  const kept = { ...letter, state: "waiting" };
  const id = await transact(["outbox", "drafts"], "readwrite", (box, drafts) => {
    drafts.delete(draftKey);
    return box.put(kept);
  });
  tell("change");
  return { ...kept, id };
}

/** Send what waits. Safe to call at any time and as often as one likes. */
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
  const held = new Set();
  for (const letter of await letters()) {
    if (held.has(letter.match)) continue;
    if (letter.state !== "waiting") {
      held.add(letter.match);
      continue;
    }
    try {
      await deliver(letter);
      failures = 0;
    } catch (error) {
      if (error instanceof Unreachable) {
        failures += 1;
        timer = setTimeout(flush, Math.min(LONGEST_WAIT, 500 * 2 ** failures));
        break;
      }
      if (!(error instanceof Refused)) throw error;
      held.add(letter.match);
      const state = error.status === 409 ? "conflict" : "refused";
      await put("outbox", { ...letter, state, problem: error.problem });
    }
  }
  tell("change");
}

async function deliver(letter) {
  const answer = await call(letter.url, { method: "POST", body: letter.body, key: letter.key });
  await transact(["outbox", "matches"], "readwrite", (box, matches) => {
    box.delete(letter.id);
    if (answer?.next) matches.put(answer.next, letter.match);
  });
  tell("saved", { letter, answer });
}

/** Send a letter again as another hand, `shift` numbers on; later hands of its match move too. */
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

/** Drop a letter unsent. Later hands of its match move up by `shift` (-1 when it left a gap). */
export async function withdraw(letter, shift = 0) {
  const later = (await letters(letter.match)).filter((other) => other.id > letter.id);
  await transact(["outbox"], "readwrite", (box) => {
    box.delete(letter.id);
    move(box, shift ? later : [], shift);
  });
  tell("change");
  return flush();
}

/** Open a refused letter for change: its draft is back, and the hands after it wait for it. */
export async function reopen(letter) {
  await transact(["outbox", "drafts"], "readwrite", (box, drafts) => {
    box.put({ ...letter, state: "open" });
    drafts.put({ ...letter.draft, key: newKey(), amends: letter.id }, letter.draftKey);
  });
}

function move(box, moved, shift) {
  for (const letter of moved) {
    const number = letter.number + shift;
    box.put({ ...letter, number, body: { ...letter.body, number } });
  }
}

/**
 * What became of a letter after at most `patience` milliseconds: null once it was delivered, else
 * the letter as it waits or was refused.
 */
export function outcomeOf({ id, match }, patience) {
  return new Promise((resolve) => {
    const finish = async (mayWait) => {
      const letter = (await letters(match)).find((kept) => kept.id === id) ?? null;
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
 * Where a match stands: what the server said last, and the hands of this phone that still wait.
 * @param {{number: number, totals: number[]}} base the next hand and the totals as the page knows
 *        them; a page out of the cache may be behind even the hands this phone has sent
 * @param {number|null} until the letter that is being changed: it and what follows do not count
 */
export async function standing(match, base, until) {
  const known = await get("matches", match);
  let { number, totals } = known?.number > base.number ? known : base;
  for (const letter of await letters(match)) {
    if (letter.id === until) break;
    if (letter.number < number) continue;
    number = letter.number + 1;
    totals = totals.map((total, seat) => total + (letter.points[seat] ?? 0));
  }
  return { number, totals };
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") flush();
});
