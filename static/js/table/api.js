/**
 * Requests to /api/v1/: JSON out, JSON or a problem document (RFC 9457) back.
 *
 * @typedef {{type?: string, code?: string, title?: string, detail?: string, findings?: import("./verdict.js").Finding[],
 *            next?: import( "./outbox.js").Standing, saved?: SavedHand}} Problem
 * @typedef {{id: number, number: number, version: number, author: string,
 *            results: {name: string, points: number}[]}} SavedHand
 *          the hand that somebody else saved under the same number
 */

const PATIENCE = 10_000; // milliseconds

/** The network or the server failed; the same request may be tried again. */
export class Unreachable extends Error {}

/** The server understood and refused. `problem` is its problem document. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? String(status));
    this.status = status;
    this.problem = problem;
  }
}

function csrfToken() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : "";
}

/**
 * @param {string} url
 * @param {{method?: string, body?: unknown, key?: string, by?: string, signal?: AbortSignal}} [options]
 *        `key` is the idempotency key of a write, `by` who has entered it: if somebody else is signed
 *        in by now, perhaps in another tab, it is refused with 401
 * @returns {Promise<any>} the parsed answer, null for an empty one
 */
export async function call(url, { method = "GET", body, key, by, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "X-CSRFToken": csrfToken() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (by) headers["Entered-By"] = encodeURIComponent(by);
  let response;
  let text;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])]),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  const isJson = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
  if (response.ok && (isJson || !text)) return text ? JSON.parse(text) : null;
  // 408: the request took too long to arrive.
  if (response.status >= 500 || response.status === 408 || response.ok) {
    throw new Unreachable(String(response.status));
  }
  /** @type {Problem} */
  const problem = isJson ? JSON.parse(text) : { title: response.statusText };
  // 429: too many at once, unless it is too much for today: then it says why.
  if (response.status === 429 && problem.code !== "too-much-stored") throw new Unreachable("429");
  throw new Refused(response.status, problem);
}
