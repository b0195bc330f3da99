/**
 * Turns push messages on this device on and off. Hidden where the browser does not support them. The
 * page lists the subscribed browsers. A subscription that is not listed was ended by the site: it is
 * removed from the browser, so that messages can be turned on again.
 */

import { every, one } from "./dom.js";

const section = one("[data-push]");
const state = one("[data-push-state]", section);
const turnOn = one("[data-push-on]", section, HTMLButtonElement);
const turnOff = one("[data-push-off]", section, HTMLButtonElement);
const off = state.textContent;

if ("serviceWorker" in navigator && "PushManager" in window) {
  section.hidden = false;
  show();
  turnOn.addEventListener("click", () => attempt(on));
  turnOff.addEventListener("click", () => attempt(forget));
}

/** @returns {Promise<ServiceWorkerRegistration>} */
async function worker() {
  await navigator.serviceWorker.register(section.dataset.pushWorker ?? "", { scope: "/" });
  return navigator.serviceWorker.ready;
}

async function subscription() {
  const there = await navigator.serviceWorker.getRegistration("/");
  const found = there ? await there.pushManager.getSubscription() : null;
  if (found && !told().includes(found.endpoint)) {
    await found.unsubscribe();
    return null;
  }
  return found;
}

/** Return the endpoints of the browsers that get messages. */
function told() {
  return every("[data-push-endpoint]").map((row) => row.dataset.pushEndpoint);
}

async function show() {
  const subscribed = await subscription();
  say(subscribed ? "on" : "");
  turnOn.hidden = Boolean(subscribed);
  turnOff.hidden = !subscribed;
}

/** @param {string} which the words to show; "" when it is off */
function say(which) {
  const words = which && one(`[data-push-words=${which}]`, section).textContent;
  state.textContent = words || off;
}

/** @param {() => Promise<void>} act */
async function attempt(act) {
  try {
    await act();
    location.reload();
  } catch {
    say(Notification.permission === "denied" ? "denied" : "failed");
  }
}

async function on() {
  const { pushManager } = await worker();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: section.dataset.pushKey,
  });
  try {
    const { keys } = made.toJSON();
    await tell({ endpoint: made.endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  } catch (refused) {
    await made.unsubscribe();
    throw refused;
  }
}

async function forget() {
  const subscribed = await subscription();
  if (!subscribed) return;
  await tell({ endpoint: subscribed.endpoint, off: "1" });
  await subscribed.unsubscribe();
}

/** @param {Record<string, string>} about */
async function tell(about) {
  const headers = { "X-CSRFToken": one("[name=csrfmiddlewaretoken]", section, HTMLInputElement).value };
  const body = new URLSearchParams(about);
  const answer = await fetch(section.dataset.push ?? "", { method: "POST", headers, body });
  if (!answer.ok) throw new Error(answer.statusText);
}
