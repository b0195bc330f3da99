/** What every page at the table does: follow the match live, send what waits, work offline. */

import { follow } from "./live.js";
import { watchOutbox } from "./outbox-view.js";

export function beginPage() {
  watchOutbox();
  follow();
  const { worker } = document.body.dataset;
  // Only secure origins (https, or this very machine) have service workers.
  if (worker) navigator.serviceWorker?.register(worker, { scope: "/" });
}

beginPage();
