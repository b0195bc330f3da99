/** Load recorders and the help while typing on first use. */

import { every, one } from "../dom.js";

/** Prepare every recorder of the page to load when it is unfolded or its log is typed. */
export function recordByTaps() {
  for (const holder of every("[data-recorder]", document, HTMLDetailsElement)) {
    const target = CSS.escape(holder.dataset.target ?? "");
    const input = one(`#${target}`, document, HTMLTextAreaElement);
    const taps = one(".stack", holder);
    taps.inert = true; // until there is a listener
    let isBegun = false;
    const begin = async () => {
      if (isBegun) return;
      isBegun = true;
      const script = await import("./recorder.js").catch(() => null);
      if (script) {
        script.record(holder, input);
        taps.inert = false;
        return;
      }
      isBegun = false;
      one("[data-rec-status]", holder).textContent = holder.dataset.unreachable ?? "";
      addEventListener("online", begin, { once: true });
    };
    holder.addEventListener("toggle", begin);
    input.addEventListener("focus", begin);
    if (holder.open || document.activeElement === input) begin();
  }
}
