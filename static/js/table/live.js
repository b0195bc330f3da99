/**
 * Keeps a page up to date: on every event of its stream the page is fetched again and the parts
 * marked with `data-live-part` are replaced; a number that changed glows for a second. A part with
 * `data-live-from` is fetched from the page at that address after this page has loaded.
 *
 * `data-live-at` names a smaller page to fetch instead, where the scripts need only part of this one.
 *
 * The body (or any element) carries `data-live`, the address of the stream with its ticket. The
 * first event of every stream is "ready", which makes up for events missed while the connection was down.
 * A page tells the server which version of it is shown (`data-version`), and gets it again only if it
 * has changed since.
 *
 * A page that its viewer may not see any more is loaded again, so that the refusal takes its place.
 */

import { every, maybe } from "../dom.js";
import { moveRows, standing } from "./rows.js";
import { leave, listen } from "./stream.js";

const SETTLE = 60; // milliseconds in which several events make one fetch
const TOUCHES = /** @type {const} */ (["pointerdown", "pointerup", "pointercancel"]);
const LIFTED = 50; // milliseconds in which a finger that has lifted taps
const LONGEST_TOUCH = 5000; // milliseconds that a finger on the page puts a change off
const RETRY = 5000; // milliseconds until a stream that was refused is asked for again,
const LONGEST_RETRY = 60_000; // at most, if it is refused again and again
const UNCHANGED = 204;
const TOO_MANY = 429;
const SERVER_ERROR = 500; // and above
const REFUSED = [401, 403, 404, 410];
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const NEW_EACH_TIME = "[name=csrfmiddlewaretoken], [name=key]";

/** Fires "fresh" after the parts were replaced (detail: the fetched document). */
export const live = new EventTarget();

/** Until when each finger puts a change off, by its id. @type {Map<number, number>} */
const fingers = new Map();
let settling = 0;
let fetching = false;
let again = false;
let failures = 0;
/** The version shown of each page, by its address. @type {Map<string, string>} */
const versions = new Map();

/** Listen to the page's stream, and refresh its live parts on every event. */
export function follow() {
  remember(location.href, document);
  const others = [...sources()].filter((address) => address !== own());
  const brought = Promise.allSettled(others.map(bring));
  const { dataset } = maybe("[data-live]") ?? document.body;
  const { liveEvents = "changed" } = dataset;
  if (!dataset.live) return;
  let wait = RETRY;
  /** @param {string} name */
  const heard = (name) => {
    // Events between the rendering of the page and "ready" were missed.
    if (name === "ready") wait = RETRY;
    refreshSoon();
  };
  const refused = () => {
    // A refused stream is closed for good. Its page, asked again, is refused as well or has a new
    // ticket, and the stream is opened again with it.
    versions.clear();
    refreshSoon();
    setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_RETRY);
  };
  const open = () => listen(dataset.live ?? "", liveEvents.split(" "), heard, refused);
  brought.then(open);
  for (const name of TOUCHES) addEventListener(name, touched, { capture: true });
  addEventListener("pagehide", leave);
  // A page taken out of the browser's own history has lost its stream.
  addEventListener("pageshow", (event) => event.persisted && open());
}

/** @param {PointerEvent} event */
function touched({ type, pointerId, isPrimary }) {
  const rests = type === "pointerdown";
  if (rests && isPrimary) fingers.clear(); // it is the only one
  fingers.set(pointerId, performance.now() + (rests ? LONGEST_TOUCH : LIFTED));
}

/** Wait until no finger rests on the page: one that lifts from a replaced part would tap nothing. */
async function untouched() {
  while (Math.max(0, ...fingers.values()) > performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, LIFTED));
  }
}

function refreshSoon() {
  clearTimeout(settling);
  settling = setTimeout(refresh, SETTLE);
}

/** Fetch everything again and replace the live parts. */
async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const [page] = await Promise.all([...sources()].map(bring));
    failures = 0;
    dispatchEvent(new Event("renewed"));
    if (page) live.dispatchEvent(new CustomEvent("fresh", { detail: page }));
  } catch {
    // The stream may be unharmed, and then no event tells when to fetch again.
    failures += 1;
    settling = setTimeout(refresh, Math.min(RETRY * failures, LONGEST_RETRY));
  } finally {
    fetching = false;
    if (again) {
      again = false;
      refreshSoon();
    }
  }
}

/** Return the addresses of the live parts, this page's own first. */
const sources = () => new Set([own(), ...every("[data-live-part]").map(drawnAt)]);

/** Return the address to fetch this page from: `data-live-at` if there is one, else its own. */
const own = () =>
  new URL(maybe("[data-live]")?.dataset.liveAt ?? location.href, location.href).href;

/** @param {HTMLElement} part */
const drawnAt = (part) => new URL(part.dataset.liveFrom ?? own(), location.href).href;

/**
 * Keep the version of a page, if it carries one.
 * @param {string} address
 * @param {Document} page
 */
function remember(address, page) {
  const { version } = maybe("[data-version]", page)?.dataset ?? {};
  if (version) versions.set(address, version);
}

/**
 * Fetch a page and put its parts in place; return it, or nothing if it is refused or unchanged.
 * Throw if there is no network or the server cannot answer now.
 * @param {string} address
 */
async function bring(address) {
  const shown = versions.get(address) ?? "";
  const response = await fetch(address, { headers: { Accept: "text/html", Shown: shown } });
  if (address === own() && REFUSED.includes(response.status)) location.reload();
  if (response.status >= SERVER_ERROR || response.status === TOO_MANY) {
    throw new Error(response.statusText);
  }
  if (!response.ok || response.status === UNCHANGED) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (address === own()) {
    const { base } = document.body.dataset;
    // Redirected out of the league, to the sign-in page.
    if (response.redirected && page.body.dataset.base !== base) location.reload();
    const ticket = maybe("[data-live]", page)?.dataset.live;
    if (ticket) (maybe("[data-live]") ?? document.body).dataset.live = ticket;
  }
  remember(address, page);
  await untouched();
  exchange(page, address);
  return page;
}

/**
 * Replace the parts of this page by those of a fetched one.
 * @param {Document} page
 * @param {string} address  where it was fetched
 */
function exchange(page, address) {
  for (const part of every("[data-live-part]")) {
    if (drawnAt(part) !== address) continue;
    const fresh = maybe(`[data-live-part="${part.dataset.livePart}"]`, page);
    if (!fresh || settled(fresh).isEqualNode(settled(part))) continue;
    const before = new Map(numbers(part).map(([key, { textContent }]) => [key, textContent]));
    const stood = standing(part);
    carryOver(part, fresh);
    const focused = successor(part, fresh);
    part.replaceWith(fresh);
    focused?.focus({ preventScroll: true });
    // In the next frame, after a sorted table has been sorted again.
    requestAnimationFrame(() => moveRows(fresh, stood));
    for (const [key, element] of numbers(fresh)) {
      if (before.get(key) !== element.textContent) element.classList.add("changed");
    }
  }
}

/**
 * Return what in the replacement of a part takes over the focus: the same thing, or else what is in its place; null if
 * the focus is elsewhere.
 * @param {HTMLElement} part
 * @param {HTMLElement} fresh
 */
function successor(part, fresh) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !part.contains(focused)) return null;
  if (focused === part) return fresh;
  const name = nameOf(focused);
  const all = every(FOCUSABLE, fresh);
  const place = every(FOCUSABLE, part).indexOf(focused);
  return all.find((each) => nameOf(each) === name) ?? all[Math.min(place, all.length - 1)] ?? null;
}

/**
 * Return by what something focusable is the same in another rendering of its part.
 * @param {HTMLElement} focusable
 */
const nameOf = ({ id, tagName, textContent, attributes }) =>
  id || [tagName, attributes.getNamedItem("href")?.value ?? textContent].join(" ");

/**
 * Return a copy of a part without what differs between any two renderings of it.
 * @param {HTMLElement} part
 */
function settled(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const input of copy.querySelectorAll(NEW_EACH_TIME)) input.remove();
  for (const folded of copy.querySelectorAll("details")) folded.open = false;
  for (const glowing of copy.querySelectorAll(".changed")) glowing.classList.remove("changed");
  for (const made of copy.querySelectorAll("[class='']")) made.removeAttribute("class");
  return copy;
}

/**
 * Copy what the reader has unfolded and typed from a part to its replacement.
 * @param {HTMLElement} part
 * @param {HTMLElement} fresh
 */
function carryOver(part, fresh) {
  const successors = [...fresh.querySelectorAll("details")];
  part.querySelectorAll("details").forEach((folded, index) => {
    if (folded.open && successors[index]) successors[index].open = true;
  });
  for (const field of part.querySelectorAll("input[id], textarea[id], select[id]")) {
    const input = /** @type {HTMLInputElement} */ (field);
    const found = fresh.querySelector(`#${CSS.escape(input.id)}`);
    const successor = /** @type {HTMLInputElement|null} */ (found);
    // A select has no defaultValue, so that what it shows is always carried over.
    if (successor && input.value !== input.defaultValue) successor.value = input.value;
  }
}

/**
 * Return the elements of a part that show a number, by the number's key (`data-number`).
 * @param {HTMLElement} part
 * @returns {[string|undefined, HTMLElement][]}
 */
const numbers = (part) =>
  every("[data-number]", part).map((shown) => [shown.dataset.number, shown]);
