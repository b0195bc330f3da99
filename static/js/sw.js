/**
 * The service worker: the pages at the table open without the network.
 *
 * Static files that carry their content in their name are taken from the cache, others (while the
 * site is worked on) from the network as long as there is one. Pages come from the
 * network when it answers in time, else as they were last seen. The API is never cached: writes
 * wait in the outbox (table/outbox.js). The server puts `self.SITE` before this file.
 *
 * What is kept belongs to one viewer: each answer carries a digest of who asked, in the header
 * "Viewer". An answer to another viewer, such as the sign-in page after the session was ended
 * elsewhere, removes all pages kept for the last one; a page that is refused removes all pages of
 * its league. A page that nobody could ask for again within two weeks is not shown any more.
 *
 * @typedef {{shell: string[], static: string, renamed: boolean, logout: string}} Site
 *          `shell`: the files to keep, the page without network first; `renamed`: whether static
 *          files carry their content in their name
 */

const worker = /** @type {ServiceWorkerGlobalScope & {SITE: Site}} */ (
  /** @type {unknown} */ (self)
);
const { shell, static: staticRoot, renamed, logout } = worker.SITE;
const FILES = "files-1";
const PAGES = "pages-1";
const PATIENCE = 4000; // milliseconds until the page as it was last seen is shown instead
const LONGEST = 14 * 24 * 60 * 60 * 1000; // milliseconds for which a page is shown without network
const TABLE = /^\/l\/[^/]+\/(m\/.*)?$/;
const VIEWER = "Viewer";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll(shell))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldFiles().then(() => worker.clients.claim()));
});

async function forgetOldFiles() {
  const wanted = new Set(shell.map((path) => new URL(path, worker.location.href).href));
  const cache = await caches.open(FILES);
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) await cache.delete(request);
  }
}

/** A page at the table names the pages that go with it, itself included: they are kept as well. */
worker.addEventListener("message", (event) => {
  event.waitUntil(keepPages(event.data.keep));
});

/** @param {string[]} paths */
async function keepPages(paths) {
  const cache = await caches.open(PAGES);
  for (const path of paths) {
    if (!TABLE.test(path) || (await cache.match(path))) continue;
    const response = await fetch(path);
    if (response.ok && !response.redirected) await cache.put(path, response);
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method === "POST" && url.pathname === logout) {
    // What the next person on this device must not see.
    event.waitUntil(caches.delete(PAGES));
    return;
  }
  if (request.method !== "GET") return;
  if (url.pathname.startsWith(staticRoot)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

/**
 * Answer with a static file.
 * @param {Request} request
 */
async function file(request) {
  const cached = await caches.match(request);
  if (!cached) return fetch(request);
  return renamed ? cached : fetch(request).catch(() => cached);
}

/**
 * Answer with a page, fresh if the network is there in time, else as it was last seen.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function page(event, url) {
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => learn(response.clone(), url)).catch(() => {}));
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    const early = await Promise.race([fetched, late]);
    return early ?? (await seen(url)) ?? (await fetched);
  } catch {
    return (await seen(url)) ?? (await caches.match(shell[0])) ?? Response.error();
  }
}

/**
 * Keep a page at the table, and remove what its answer shows to be nobody's business any more.
 * @param {Response} response
 * @param {URL} url  what was asked for
 */
async function learn(response, url) {
  const cache = await caches.open(PAGES);
  const viewer = response.headers.get(VIEWER);
  if (viewer) await forget((_, kept) => kept.headers.get(VIEWER) !== viewer);
  if (!TABLE.test(url.pathname)) return;
  if (response.ok && !response.redirected) await cache.put(url.pathname, response);
  // Refused, or redirected to the sign-in page, whose status and headers cannot be read.
  else if (response.status < 500 && response.status !== 429) {
    const league = url.pathname.split("/", 3).join("/");
    await forget((kept) => kept.startsWith(`${league}/`));
  }
}

/**
 * Remove kept pages.
 * @param {(path: string, kept: Response) => boolean} which
 */
async function forget(which) {
  const cache = await caches.open(PAGES);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (kept && which(new URL(request.url).pathname, kept)) await cache.delete(request);
  }
}

/**
 * Return a page as it was last seen, unless that is too long ago.
 * @param {URL} url
 */
async function seen(url) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(url.pathname);
  if (!kept) return undefined;
  if (Date.now() - Date.parse(kept.headers.get("Date") ?? "") < LONGEST) return kept;
  await cache.delete(url.pathname);
  return undefined;
}

/** A message of the site: that a hand is disputed. Its page opens when it is touched. */
worker.addEventListener("push", (event) => {
  const { title, body, page: address } = event.data?.json() ?? {};
  if (!title) return;
  const shown = worker.registration.showNotification(title, { body, data: address, tag: address });
  event.waitUntil(shown);
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data));
});
