/** The big screen: follows the league and keeps the screen awake. */

import { follow } from "./live.js";

follow();

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, for example on battery: the screen then dims as the device likes.
  }
}

stayAwake();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") stayAwake();
});
