/**
 * The service worker: the pages at the table open without the network.
 *
 * Static files with a content hash in their name are cache first, others (during development) network
 * first. Pages come from the network when it answers in time, else from the cache. The API is never
 * cached: writes wait in the outbox (table/outbox.js). The server puts `self.SITE` before this file.
 *
 * The cache belongs to one viewer: each response carries a digest of session and account in the
 * header "Viewer". A response to another viewer, such as the sign-in page after the session was ended
 * elsewhere, removes all cached pages; a page that is refused removes all pages of its league. Pages
 * that could not be fetched again for two weeks are no longer shown. What was asked for before signing
 * out or a refusal, and arrives afterwards, is not cached: `generation` has gone on.
 *
 * @typedef {{shell: string[], static: string, renamed: boolean, logout: string}} Site
 *          `shell`: the files to keep, the page without network first; `renamed`: whether static
 *          files have a content hash in their name
 */

const worker = /** @type {ServiceWorkerGlobalScope & {SITE: Site}} */ (
  /** @type {unknown} */ (self)
);
const { shell, static: staticRoot, renamed, logout } = worker.SITE;
const FILES = "files-1";
const PAGES = "pages-1";
const PATIENCE = 4000; // milliseconds until the cached page is shown instead
const FRESH = 24 * 60 * 60 * 1000; // milliseconds for which a page is not fetched only to be kept
const LONGEST = 14 * 24 * 60 * 60 * 1000; // milliseconds for which a page is shown without network
const TABLE = /^\/l\/[^/]+\/(m\/.*)?$/;
/** Pages that are opened only without network, and would not know of new files. */
const WAITS = /^\/l\/[^/]+\/m\/new\/enter\//;
const VIEWER = "Viewer";
/** Raised when somebody signs out, when another viewer is seen and when a page is refused. */
let generation = 0;
let viewer = "";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll(shell))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    forgetOldFiles()
      .then(() => forget((path) => WAITS.test(path)))
      .then(() => worker.clients.claim()),
  );
});

async function forgetOldFiles() {
  const wanted = new Set(shell.map((path) => new URL(path, worker.location.href).href));
  const cache = await caches.open(FILES);
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) await cache.delete(request);
  }
}

/** A page at the table lists the pages to cache with it, itself included. */
worker.addEventListener("message", (event) => {
  event.waitUntil(keepPages(event.data.keep));
});

/** @param {string[]} paths */
async function keepPages(paths) {
  for (const path of paths) {
    const asked = generation;
    const kept = await (await caches.open(PAGES)).match(path);
    if (!TABLE.test(path) || (kept && ageOf(kept) < FRESH)) continue;
    const response = await fetch(path);
    if (response.ok && !response.redirected) await keep(path, response, asked);
  }
}

/**
 * Cache a page, unless the generation it was asked for in is over.
 * @param {string} path
 * @param {Response} response
 * @param {number} asked  the generation in which it was asked for
 */
async function keep(path, response, asked) {
  const whole = new Response(await response.blob(), response); // its end may take long to arrive
  if (asked !== generation) return;
  const cache = await caches.open(PAGES);
  await cache.put(path, whole);
  if (asked !== generation) await cache.delete(path);
}

/** The next person on this device must not see these pages. */
async function forgetPages() {
  generation += 1;
  await caches.delete(PAGES);
}

/**
 * Sign out. A page that another tab asks for meanwhile may still be answered, so that pages are
 * removed before and after.
 * @param {FetchEvent} event
 */
async function signOut(event) {
  await forgetPages();
  try {
    return await fetch(event.request);
  } finally {
    await forgetPages();
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method === "POST" && url.pathname === logout) {
    event.respondWith(signOut(event));
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
 * Answer with a page from the network if it answers in time, else from the cache.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function page(event, url) {
  const asked = generation;
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => learn(response.clone(), url, asked)).catch(() => {}));
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
 * Cache a page at the table; remove cached pages that the response shows to be no longer allowed. The
 * viewer it names counts only if its generation is not over, a refusal whenever it arrives.
 * @param {Response} response
 * @param {URL} url  what was asked for
 * @param {number} asked  the generation in which it was asked for
 */
async function learn(response, url, asked) {
  const of = response.headers.get(VIEWER);
  if (of && asked === generation) {
    if (viewer && of !== viewer) asked = generation += 1;
    viewer = of;
    await forget((_, kept) => kept.headers.get(VIEWER) !== of);
  }
  if (!TABLE.test(url.pathname)) return;
  if (response.ok && !response.redirected) await keep(url.pathname, response, asked);
  // Refused, or redirected to the sign-in page, whose status and headers cannot be read.
  else if (response.status < 500 && response.status !== 429) {
    generation += 1; // a page of the league may be on its way
    const league = url.pathname.split("/", 3).join("/");
    await forget((kept) => kept.startsWith(`${league}/`));
  }
}

/**
 * Remove cached pages.
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
 * Return a page from the cache, unless it is too old. It says on its root when it was sent: a page
 * cannot see its headers, and a browser that has a network may still get no answer from the site.
 * @param {URL} url
 */
async function seen(url) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(url.pathname);
  if (!kept) return undefined;
  if (ageOf(kept) < LONGEST) {
    const text = await kept.text();
    const sent = kept.headers.get("Date");
    return new Response(text.replace("<html", `<html data-kept="${sent}"`), kept);
  }
  await cache.delete(url.pathname);
  return undefined;
}

/**
 * Return the age of a kept page in milliseconds.
 * @param {Response} kept
 */
const ageOf = (kept) => Date.now() - Date.parse(kept.headers.get("Date") ?? "");

/** Show a push message of the site, such as a disputed hand; tapping it opens its page. */
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
