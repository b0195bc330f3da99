/** A log is judged as it is typed: the server replays it and sends the lines with their verdicts. */

import { Latest } from "./latest.js";

const AFTER = 350; // milliseconds without typing

/** @param {HTMLElement} holder has `data-judge`, the address, and a [data-judged] place inside */
export function judgeAsTyped(holder) {
  const input = holder.querySelector("textarea");
  const place = holder.querySelector("[data-judged]");
  const asking = new Latest(AFTER);

  async function judge(signal) {
    const sent = new FormData();
    sent.set("log", input.value);
    for (const name of ["number", "csrfmiddlewaretoken"]) {
      const field = holder.closest("form").querySelector(`[name=${name}]`);
      if (field) sent.set(name, field.value);
    }
    try {
      const response = await fetch(holder.dataset.judge, { method: "POST", body: sent, signal });
      if (!response.ok) return;
      const template = document.createElement("template");
      template.innerHTML = await response.text();
      place.replaceChildren(template.content);
    } catch {
      // Without the network, or overtaken by further typing: the old verdicts stay.
    }
  }

  input.addEventListener("input", () => {
    if (input.value.trim()) {
      asking.ask(judge);
      return;
    }
    asking.stop();
    place.replaceChildren();
  });
  if (input.value.trim() && !place.childElementCount) asking.ask(judge);
}
