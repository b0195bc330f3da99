// Behaviour of the shared components: dialogs, steppers, the keypad, toasts and the glow of a changed
// number. Listeners are on the document, so that parts inserted later work as well.

import { around, element, every, newButton, one } from "./dom.js";

// The current section or tab, where their strip is wider than a phone.
function showCurrent() {
  for (const current of every(":is(.sections, .tabs) [aria-current]")) {
    const strip = current.closest("nav");
    if (strip) strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }
}

showCurrent();
// The site's letters are wider than those shown until they have come.
document.fonts.ready.then(showCurrent);

/* A page out of the phone's cache says as of when it is; sw.js has written that on its root. */

const { dataset, lang } = document.documentElement;
let isKept = Boolean(dataset.kept);
let asOf = new Date(dataset.kept ?? performance.timeOrigin);

/** Return a sentence that says as of when the page is; "" where that is now. */
export function age() {
  if (navigator.onLine && !isKept) return "";
  return dated(one("[data-offline-banner]").dataset.asOf);
}

/** @param {string} [text]  with a place for the time */
function dated(text = "") {
  const time = asOf.toLocaleString(lang === "en" ? "en-GB" : lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return text.replace("{time}", time);
}

function showAge() {
  const banner = one("[data-offline-banner]");
  banner.hidden = !age();
  const { asOfOffline } = banner.dataset;
  one("[data-offline-text]", banner).textContent = navigator.onLine ? age() : dated(asOfOffline);
}

/** The server has just said what the page shows (table/live.js). */
addEventListener("renewed", () => {
  isKept = false;
  asOf = new Date();
});

// Pages with an outbox show the age beside what waits in it (table/outbox-view.js). The page that
// takes the place of one that is not kept has none.
if (!document.querySelector("#outbox-texts, [data-ageless]")) {
  for (const name of ["offline", "online", "renewed"]) addEventListener(name, showAge);
  if (age()) showAge();
}

/**
 * Label the line under the pointer in a chart.
 * @param {PointerEvent} event
 */
async function point(event) {
  const chart = around(event, "[data-chart]") ?? document.querySelector(".has-chosen");
  if (!chart) return;
  const charts = await import("./charts.js").catch(() => null); // without network: unlabelled
  charts?.point(event);
}

document.addEventListener("pointermove", point);
document.addEventListener("pointerdown", point);

/** Open the dialog named by a button's data-opens. */
document.addEventListener("click", (event) => {
  const dialog = around(event, "[data-opens]")?.dataset.opens;
  if (dialog) one(`#${CSS.escape(dialog)}`, document, HTMLDialogElement).showModal();
});

/**
 * @param {HTMLInputElement} input
 * @param {number|string} value
 */
function setValue(input, value) {
  input.value = String(value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Return the number that stands in an input, of a tick 1 or 0; null for an empty one.
 * @param {HTMLInputElement} input
 */
export function numberIn(input) {
  if (input.type === "checkbox") return Number(input.checked);
  return input.value.trim() === "" ? null : Number(input.value);
}

/** @param {HTMLElement} stepper */
function refreshStepper(stepper) {
  const input = one("input", stepper, HTMLInputElement);
  const value = Number(input.value) || 0;
  stepper.classList.toggle("is-zero", value === 0);
  for (const button of every("[data-step]", stepper, HTMLButtonElement)) {
    const next = value + Number(button.dataset.step);
    button.disabled = next < Number(input.min) || next > Number(input.max);
  }
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-stepper] [data-step]");
  const stepper = around(event, "[data-stepper]");
  if (!button || !stepper) return;
  const input = one("input", stepper, HTMLInputElement);
  const next = (Number(input.value) || 0) + Number(button.dataset.step);
  setValue(input, Math.min(Math.max(next, Number(input.min)), Number(input.max)));
});

document.addEventListener("input", (event) => {
  const stepper = around(event, "[data-stepper]");
  if (stepper) refreshStepper(stepper);
});

/**
 * Return what a keypad's input holds after a key: digits only, at most six, no leading zeros.
 * @param {string} value
 * @param {string} key  a figure, "clear", "back" or "sign"
 */
export function press(value, key) {
  if (key === "clear") return "";
  if (key === "back") return value.slice(0, -1).replace(/^-$/, "");
  if (key === "sign") return value.startsWith("-") ? value.slice(1) : `-${value}`;
  const sign = value.startsWith("-") ? "-" : "";
  const digits = (value.replace("-", "") + key).replace(/^0+(?=\d)/, "");
  return digits.length > 6 ? value : sign + digits;
}

document.addEventListener("click", (event) => {
  const key = around(event, "[data-keypad] [data-key]")?.dataset.key;
  const keypad = around(event, "[data-keypad]");
  // The page's own script handles a keypad without a target.
  if (!key || !keypad?.dataset.keypad) return;
  const input = one(`#${CSS.escape(keypad.dataset.keypad)}`, document, HTMLInputElement);
  const value = press(input.value, key);
  one("output", keypad, HTMLOutputElement).value = value;
  setValue(input, value);
});

/**
 * Set the text of an element; it glows only when the text has changed.
 * @param {HTMLElement} element
 * @param {number|string} text
 */
export function change(element, text) {
  if (element.textContent === String(text)) return;
  element.textContent = String(text);
  element.classList.remove("changed");
  void element.offsetWidth; // restarts the animation
  element.classList.add("changed");
}

const COPIED = 2500; // milliseconds for which a button says that it has copied

/**
 * Put a text on the clipboard; return whether that worked. A page without https has no clipboard.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copy the text that a button's data-copies names, or at least select it. */
document.addEventListener("click", async (event) => {
  const button = around(event, "[data-copies]", HTMLButtonElement);
  if (!button) return;
  const source = one(`#${CSS.escape(button.dataset.copies ?? "")}`);
  const isField = source instanceof HTMLInputElement;
  if (!(await copied(isField ? source.value : source.textContent ?? ""))) {
    if (isField) source.select();
    else getSelection()?.selectAllChildren(source);
    if (!document.execCommand("copy")) return; // selected, it can be copied with the keyboard
    button.focus();
  }
  const label = one("span", button);
  const words = button.dataset.copied ?? "";
  if (label.textContent === words) return;
  const before = label.textContent;
  label.textContent = words;
  announce(words);
  setTimeout(() => {
    label.textContent = before;
    announce("");
  }, COPIED);
});

/**
 * Say something to a screen reader without showing it.
 * @param {string} text
 */
export function announce(text) {
  one("#announcer").textContent = text;
}

/**
 * Show a short text that goes away after a while.
 * @param {string} text
 * @param {{label: string, run: () => void}|null} [action]  a button beside it
 * @param {number} [milliseconds]  how long it stays
 */
export function toast(text, action = null, milliseconds = 6000) {
  const box = element("div", "toast", text);
  if (action) {
    const button = newButton("button", action.label);
    button.addEventListener("click", () => {
      box.remove();
      action.run();
    });
    box.append(button);
  }
  one("#toasts").append(box);
  setTimeout(() => box.remove(), milliseconds);
  return box;
}
