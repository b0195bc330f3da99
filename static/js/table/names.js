/**
 * Suggest the players of a league whose name contains what is typed, to every input with the address
 * of the league's players in `data-find` and a datalist.
 */

import { around } from "../dom.js";
import { call } from "./api.js";
import { Latest } from "./latest.js";

export const FIND_AFTER = 150; // milliseconds without a key
const PATIENCE = 2000; // milliseconds
const MOST = "24";

/**
 * @param {string} players  the address of the league's players in the API
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<{id: number, name: string}[]>} nobody if the network does not answer in time
 */
export async function playersNamed(players, name, signal) {
  const asked = new URLSearchParams({ name, page_size: MOST });
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    return (await call(`${players}?${asked}`, { signal: inTime })).results;
  } catch {
    return [];
  }
}

const finder = new Latest(FIND_AFTER);
document.addEventListener("input", (event) => {
  const input = around(event, "input[data-find]", HTMLInputElement);
  if (!input) return;
  finder.ask(async (signal) => {
    const name = input.value.trim();
    const found = name ? await playersNamed(input.dataset.find ?? "", name, signal) : [];
    input.list?.replaceChildren(...found.map((player) => new Option("", player.name)));
  });
});
