/**
 * The service worker: the pages at the table open without the network.
 *
 * Static files that carry their content in their name are taken from the cache, others (while the
 * site is worked on) from the network as long as there is one. Pages come from the
 * network when it answers in time, else as they were last seen. The API is never cached: writes
 * wait in the outbox (table/outbox.js). The server puts `self.SITE` before this file.
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
const TABLE = /^\/l\/[^/]+\/(m\/.*)?$/;

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
  else if (request.mode === "navigate") event.respondWith(page(request, url));
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
 * @param {Request} request
 * @param {URL} url
 */
async function page(request, url) {
  const keep = TABLE.test(url.pathname);
  const cache = await caches.open(PAGES);
  const fetched = fetch(request).then((response) => {
    if (keep && response.ok && !response.redirected) cache.put(url.pathname, response.clone());
    // The session has ended, or may not see this page any more: neither may who comes next.
    else if (keep && response.status < 500 && response.status !== 429) cache.delete(url.pathname);
    return response;
  });
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE);
  });
  const seen = () => (keep ? cache.match(url.pathname) : undefined);
  try {
    const early = await Promise.race([fetched, late]);
    return early ?? (await seen()) ?? (await fetched);
  } catch {
    return (await seen()) ?? (await caches.match(shell[0])) ?? Response.error();
  }
}
