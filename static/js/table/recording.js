/** Load recorders and the help while typing on first use. */

import { every, one } from "../dom.js";

/** Prepare every recorder of the page to load when it is unfolded or its log is typed. */
export function recordByTaps() {
  for (const holder of every("[data-recorder]", document, HTMLDetailsElement)) {
    const target = CSS.escape(holder.dataset.target ?? "");
    const input = one(`#${target}`, document, HTMLTextAreaElement);
    const taps = one(".stack", holder);
    taps.inert = true; // until there is a listener
    let isWanted = false;
    const begin = async () => {
      if (isWanted) return;
      isWanted = true;
      const { record } = await import("./recorder.js");
      record(holder, input);
      taps.inert = false;
    };
    holder.addEventListener("toggle", begin, { once: true });
    input.addEventListener("focus", begin, { once: true });
    if (holder.open || document.activeElement === input) begin();
  }
}
