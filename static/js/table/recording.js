/** Recorders, and help while typing beside them: fetched when somebody first wants them. */

import { every, one } from "../dom.js";

/** Make every recorder of the page ready to be unfolded, or its log to be typed. */
export function recordByTaps() {
  for (const holder of every("[data-recorder]", document, HTMLDetailsElement)) {
    const target = CSS.escape(holder.dataset.target ?? "");
    const input = one(`#${target}`, document, HTMLTextAreaElement);
    const taps = one(".stack", holder);
    taps.inert = true; // until there is somebody to hear them
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
