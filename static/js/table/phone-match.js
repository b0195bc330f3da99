/**
 * Matches that were started without the network. Such a match waits in the outbox before its hands
 * (outbox.js), under a name that this phone made; once the server has it, its hands go to the match
 * that the server made of it. Its players are written into an entry page that was kept before
 * (`enter_on_phone` in zarleague/web/table/entry/entering.py).
 *
 * @typedef {{start: string, save: string, pad: string, enter: string, zone: string,
 *            nightEnds: number}} Addresses
 *          from the page that starts a match: in `save` and `pad` the 0 stands for the match, in
 *          `enter` for the game; an evening ends `nightEnds` hours after midnight
 * @typedef {{names: string[], save: string, pad: string, made?: {id: string, players: number[]}}} Kept
 *          of each match started here, under its name in the store "matches"
 */

import { element, every, maybe, one } from "../dom.js";
import { get, newKey, transact, writer } from "./store.js";

const SEAT = /[\uE000-\uE0FF]/g; // one character stands for the name of the player in a seat
const FIRST_SEAT = 0xe000;
const OWN = "phone-";

/** @param {string} match */
export const isOnPhone = (match) => match.startsWith(OWN);

/**
 * @param {string} pattern  an address with a 0 in place of something
 * @param {string} what
 */
const addressed = (pattern, what) => pattern.replace(/\/0\/(?!.*\/0\/)/, `/${what}/`);

/**
 * Return the page for the hands of a game, if this phone has kept it.
 * @param {Addresses} addresses
 * @param {string} game
 */
export async function keptPage(addresses, game) {
  const page = addressed(addresses.enter, game);
  return (await globalThis.caches?.match(page)) ? page : "";
}

/**
 * Return the rules by which a kept page counts, as the server takes them for a new match: the house
 * rules may have changed since the phone kept it.
 * @param {string} page
 * @returns {Promise<{preset?: string, overrides?: Record<string, string>}>}
 */
export async function rulesOf(page) {
  const kept = await globalThis.caches.match(page);
  const parsed = new DOMParser().parseFromString((await kept?.text()) ?? "", "text/html");
  return JSON.parse(parsed.getElementById("entry-data")?.textContent ?? "{}").house ?? {};
}

/**
 * Return the date of the present evening in the league's time zone.
 * @param {Addresses} addresses
 */
export function evening({ zone, nightEnds }) {
  const moment = Date.now() - nightEnds * 60 * 60 * 1000;
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(moment);
}

/**
 * Start a match on this phone.
 * @param {Addresses} addresses
 * @param {{page: string, title: string, league: string, names: string[], body: object}} started
 *        `page` for its hands; `body` for the server
 * @returns {Promise<string>} the page for its hands, with the match in its address
 */
export async function startOnPhone({ start, save, pad }, { page, title, league, names, body }) {
  const key = newKey();
  const match = `${OWN}${key}`;
  const address = `${page}?match=${match}`;
  const letter = {
    ...{ key, match, number: 0, url: start, body, points: [], names, page: address },
    ...{ draft: {}, draftKey: "", starts: { title, league }, state: "waiting", ...writer() },
  };
  await transact(["outbox", "matches"], "readwrite", (box, matches) => {
    box.put(letter);
    matches.put({ names, save, pad }, match);
  });
  return address;
}

/**
 * Address a hand of a match that was started on this phone to the match the server has made of it.
 * Return the hand unchanged where there is nothing to do, null while the server has no such match.
 * @template {import("./outbox.js").NewLetter} L
 * @param {L} letter
 * @returns {Promise<L|null>}
 */
export async function forwarded(letter) {
  if (letter.starts || !isOnPhone(letter.match)) return letter;
  /** @type {Kept|undefined} */
  const kept = await get("matches", letter.match);
  if (!kept?.made) return null;
  const { id, players } = kept.made;
  const body = /** @type {{players: number[]}} */ (letter.body);
  return {
    ...letter,
    match: id,
    url: addressed(kept.save, id),
    page: `${addressed(kept.pad, id)}enter/`,
    draftKey: `match-${id}`,
    body: { ...body, players: body.players.map((seat) => players[seat]) },
  };
}

/**
 * Write the players of the match in the page's address into an entry page.
 * @param {HTMLElement} page
 * @param {import("./entry-view.js").PageData} data
 */
export async function seatOnPhone(page, data) {
  const match = new URLSearchParams(location.search).get("match") ?? "";
  /** @type {Kept|undefined} */
  const kept = match ? await get("matches", match) : undefined;
  if (!kept) {
    location.replace(data.pad);
    return;
  }
  const { names } = kept;
  data.match = match;
  data.draft = `match-${match}`;
  data.seats = data.seats.slice(0, names.length);
  data.seats.forEach((seat, index) => {
    seat.name = names[index];
  });
  const extra = [
    ...every("[data-place-of]", page).slice(names.length),
    ...every("[name=winner]", page).slice(names.length).map(labelOf),
    ...every("[data-sat-out]", page).slice(names.length).map(labelOf),
  ];
  for (const element of extra) element.remove();
  if (names.length <= (data.least ?? 0)) maybe("[data-sitting]", page)?.remove();
  write(page, names);
  await adopt(data);
}

/**
 * Make an entry page that of the match the server has made of one started on this phone; return
 * whether it did.
 * @param {import("./entry-view.js").PageData} data
 */
export async function adopt(data) {
  if (!isOnPhone(data.match)) return false;
  /** @type {Kept|undefined} */
  const kept = await get("matches", data.match);
  if (!kept?.made) return false;
  const { id, players } = kept.made;
  Object.assign(data, { match: id, draft: `match-${id}` });
  data.save = addressed(kept.save, id);
  data.pad = addressed(kept.pad, id);
  data.seats.forEach((seat, index) => {
    seat.player = players[index];
  });
  return true;
}

/** @param {HTMLElement} input */
const labelOf = (input) => /** @type {HTMLElement} */ (input.closest("label"));

/** @param {string} name */
export const initials = (name) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join("");

/**
 * @param {HTMLElement} page
 * @param {string[]} names  by seat
 */
function write(page, names) {
  /** @param {string} text */
  const named = (text) => text.replace(SEAT, (seat) => names[seat.charCodeAt(0) - FIRST_SEAT] ?? "");
  for (const element of page.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (SEAT.test(value)) element.setAttribute(name, named(value));
      SEAT.lastIndex = 0;
    }
    if (element instanceof HTMLScriptElement) continue;
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      const isMonogram = element.classList.contains("monogram");
      node.data = isMonogram ? initials(named(node.data)) : named(node.data);
    }
  }
}

/**
 * List the matches of a league that wait on this phone, each with the way back to its hands.
 * @param {import("./outbox.js").Letter[]} letters
 */
export function listOnPhone(letters) {
  const place = maybe("[data-on-phone]");
  if (!place) return;
  const own = letters.filter(({ starts }) => starts?.league === place.dataset.onPhone);
  place.hidden = !own.length;
  const rows = own.map(({ page, names, starts, problem }) => {
    const title = element("strong", "", starts?.title ?? "");
    const link = element("a", "match", title, element("p", "soft", names.join(", ")));
    link.href = page;
    if (problem?.detail) link.append(element("p", "error", problem.detail));
    return element("li", "", link);
  });
  one("ul", place).replaceChildren(...rows);
}
