/** The button that prints a page; without this script the browser's own menu does. */

import { every } from "./dom.js";

for (const button of every("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
