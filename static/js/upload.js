/**
 * Uploads a league's file in pieces, repeats each until it has arrived, and then shows the page with
 * the progress of the import. Without this script the form sends small files itself.
 */

import { one } from "./dom.js";

const PAUSE = 2000; // milliseconds before a piece is sent again
const PATIENCE = 60_000; // timeout of a piece in milliseconds
const ATTEMPTS = 30;

const form = one("[data-upload]", document, HTMLFormElement);
const bar = one("progress", form, HTMLProgressElement);
const button = one("button", form, HTMLButtonElement);

form.addEventListener("submit", (event) => {
  const file = one("#file", form, HTMLInputElement).files?.[0];
  if (!file) return;
  event.preventDefault();
  one("[data-upload-problem]", form).hidden = true;
  one("[data-upload-progress]", form).hidden = false;
  button.disabled = true;
  send(file).catch((problem) => {
    one("[data-upload-text]", form).textContent = problem.message;
    one("[data-upload-problem]", form).hidden = false;
    one("[data-upload-progress]", form).hidden = true;
    button.disabled = false;
  });
});

/** @param {File} file */
async function send(file) {
  const about = new URLSearchParams({ name: file.name, size: String(file.size) });
  const { page, piece } = await post(location.pathname, about);
  for (let number = 0; number * piece < file.size; number += 1) {
    await post(`${page}${number}/`, file.slice(number * piece, (number + 1) * piece));
    bar.value = Math.min(1, ((number + 1) * piece) / file.size);
  }
  location.assign(page);
}

/**
 * @param {string} address
 * @param {BodyInit} body
 * @returns {Promise<any>} the answer; throws with the server's sentence if it refused
 */
async function post(address, body) {
  const token = one("[name=csrfmiddlewaretoken]", form, HTMLInputElement).value;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const headers = { "X-CSRFToken": token };
      const answer = await fetch(address, { method: "POST", headers, body, signal });
      if (answer.ok) return await answer.json();
      if (answer.status < 500 && answer.status !== 408) {
        const { problem } = await answer.json().catch(() => ({ problem: answer.statusText }));
        throw new Refused(problem);
      }
      throw new Error(answer.statusText);
    } catch (error) {
      if (error instanceof Refused || attempt === ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/** The server refused the request; repeating it is of no use. */
class Refused extends Error {}
