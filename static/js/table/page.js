/** What every page at the table does: follow the match live, send what waits, work offline. */

import { follow } from "./live.js";
import { watchOutbox } from "./outbox-view.js";

export function beginPage() {
  watchOutbox();
  follow();
  // Only secure origins (https, or this very machine) have service workers.
  if (navigator.serviceWorker) workOffline(document.body.dataset);
}

async function workOffline({ worker, keep }) {
  await navigator.serviceWorker.register(worker, { scope: "/" });
  const { active } = await navigator.serviceWorker.ready;
  if (keep) active.postMessage({ keep: keep.split(" ") });
}

beginPage();
