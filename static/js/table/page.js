/** Common to every page at the table: live updates, sending the outbox, working offline. */

import { follow } from "./live.js";
import { watchOutbox } from "./outbox-view.js";

/**
 * @param {string} worker  the address of the service worker
 * @param {string[]} [keep]  paths of the pages that go with this one, to be opened without network
 */
async function workOffline(worker, keep) {
  await navigator.serviceWorker.register(worker, { scope: "/" });
  const { active } = await navigator.serviceWorker.ready;
  if (keep) active?.postMessage({ keep });
}

watchOutbox();
follow();
// Only secure origins (https, or this very machine) have service workers.
const { worker, keep } = document.body.dataset;
if (navigator.serviceWorker && worker) workOffline(worker, keep?.split(" "));
