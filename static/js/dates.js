/** Several dates in inputs of their own: when the last one is filled, there is another to fill. */

import { every } from "./dom.js";

for (const days of every("[data-days]")) {
  days.addEventListener("change", () => {
    const last = days.lastElementChild;
    if (!(last instanceof HTMLInputElement) || !last.value) return;
    const next = document.createElement("input");
    Object.assign(next, { type: last.type, name: last.name, className: last.className });
    next.setAttribute("aria-label", days.dataset.days ?? "");
    days.append(next);
  });
}
