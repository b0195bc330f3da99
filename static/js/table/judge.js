/** Judge a log as it is typed: the server replays it and sends the lines with their verdicts. */

import { maybe, one, parsed } from "../dom.js";
import { Latest } from "./latest.js";

const AFTER = 350; // milliseconds without typing
const RETRY = 5000; // milliseconds until a server that could not answer is asked again
const SERVER_ERROR = 500; // and above

/**
 * Fires "judged" on the [data-judged] element whenever its content has changed; elements that stop
 * the hand from being saved carry `data-blocks`.
 * @param {HTMLElement} holder has `data-judge`, the address, and a [data-judged] place inside
 * @returns {Latest} what is asked
 */
export function judgeAsTyped(holder) {
  const address = holder.dataset.judge ?? "";
  const input = one("textarea", holder, HTMLTextAreaElement);
  const form = /** @type {HTMLFormElement} */ (input.form);
  const place = one("[data-judged]", holder);
  const asking = new Latest(AFTER);

  const tell = () => place.dispatchEvent(new Event("judged", { bubbles: true }));

  /** @param {AbortSignal} signal */
  async function judge(signal) {
    const sent = new FormData();
    sent.set("log", input.value);
    for (const name of ["number", "csrfmiddlewaretoken"]) {
      const field = maybe(`[name=${name}]`, form, HTMLInputElement);
      if (field) sent.set(name, field.value);
    }
    try {
      const response = await fetch(address, { method: "POST", body: sent, signal });
      if (response.ok) {
        const judged = parsed(await response.text());
        const wasOpen = maybe("[data-whole-log][open]", place);
        place.replaceChildren(judged);
        if (wasOpen) maybe("[data-whole-log]", place)?.setAttribute("open", "");
        tell();
      }
      if (response.status < SERVER_ERROR) return;
    } catch {
      if (signal.aborted) return; // by further typing
    }
    // Keep the old verdicts for now.
    if (navigator.onLine) setTimeout(ask, RETRY);
    else addEventListener("online", ask, { once: true });
  }

  function ask() {
    if (input.value.trim()) asking.ask(judge);
  }

  input.addEventListener("input", () => {
    // It is not known yet whether the new text blocks saving.
    maybe("[data-blocks]", place)?.removeAttribute("data-blocks");
    if (input.value.trim()) {
      asking.ask(judge);
    } else {
      asking.stop();
      place.replaceChildren();
    }
    tell();
  });
  place.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-repair]");
    if (!(button instanceof HTMLElement)) return;
    input.value = repaired(input.value, button.dataset);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.closest("details")?.setAttribute("open", ""); // what was changed is seen
    input.focus();
  });
  if (input.value.trim() && !place.childElementCount) asking.ask(judge);
  return asking;
}

/**
 * Return a log with lines changed, inserted or removed, as the server suggested.
 *
 * @param {string} text
 * @param {{ repair?: string, text?: string, replaces?: string }} change the number of the line from 1
 *   on, the new text ("" to leave it out), and how many lines it replaces (0: it comes before)
 */
export function repaired(text, change) {
  const lines = text.split("\n");
  const at = Number(change.repair) - 1;
  const instead = change.text ? [change.text] : [];
  lines.splice(at, Number(change.replaces ?? 1), ...instead);
  return lines.join("\n");
}
