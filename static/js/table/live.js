/**
 * Keeps a page as fresh as the league: on every event of its stream the page is fetched again and
 * the parts marked with `data-live-part` are exchanged; a number that changed glows for a second.
 *
 * The body (or any element) carries `data-live`, the address of the stream with its ticket. The
 * first event of every stream is "ready", which repairs whatever was missed while it was away.
 */

const SETTLE = 60; // milliseconds in which several events make one fetch

/** Fires "fresh" after the parts were exchanged (detail: the fetched document). */
export const live = new EventTarget();

let stream = null;
let settling = 0;
let fetching = false;
let again = false;
let seen = false;

export function follow() {
  const address = document.querySelector("[data-live]")?.dataset.live;
  if (!address) return;
  const open = () => {
    stream?.close();
    stream = new EventSource(address);
    stream.addEventListener("ready", () => {
      if (seen) refreshSoon();
      seen = true;
    });
    for (const name of stream_names()) stream.addEventListener(name, refreshSoon);
    stream.onerror = () => {
      // A refused stream is closed for good; the page asks for itself to get a new ticket.
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, 5000);
    };
  };
  open();
  addEventListener("pageshow", (event) => event.persisted && (open(), refresh()));
}

/** The names of the events the page listens to. */
function stream_names() {
  return (document.querySelector("[data-live]").dataset.liveEvents ?? "changed").split(" ");
}

function refreshSoon() {
  clearTimeout(settling);
  settling = setTimeout(refresh, SETTLE);
}

/** Fetch the page again and exchange its live parts. */
export async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    exchange(page);
    live.dispatchEvent(new CustomEvent("fresh", { detail: page }));
  } catch {
    // No network: the stream comes back with "ready", and then we fetch again.
  } finally {
    fetching = false;
    if (again) {
      again = false;
      refreshSoon();
    }
  }
}

function exchange(page) {
  for (const part of document.querySelectorAll("[data-live-part]")) {
    const fresh = page.querySelector(`[data-live-part="${part.dataset.livePart}"]`);
    if (!fresh || fresh.isEqualNode(part)) continue;
    const before = readings(part);
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    part.replaceWith(fresh);
    if (focused) document.getElementById(focused)?.focus();
    for (const [key, element] of numbers(fresh)) {
      if (before.get(key) !== element.textContent) element.classList.add("changed");
    }
  }
}

/** The elements of a part that carry a number, by what the number is (`data-number`). */
function numbers(part) {
  return [...part.querySelectorAll("[data-number]")].map((found) => [found.dataset.number, found]);
}

const readings = (part) =>
  new Map(numbers(part).map(([key, element]) => [key, element.textContent]));
