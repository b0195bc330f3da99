/**
 * The phone's storage: drafts of hands being entered, hands waiting to be sent, and the last known
 * state of each match, in one IndexedDB database that survives reloads and killed tabs.
 *
 * @typedef {"drafts"|"matches"|"outbox"} StoreName
 */

const NAME = "zarleague";
const VERSION = 1;

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts");
      request.result.createObjectStore("matches");
      request.result.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/**
 * Run `work` on the named stores in one transaction; resolve with its result once everything is
 * on disk. `work` gets the stores in order and may return an IDBRequest. A page that is closed or
 * loaded again at once loses nothing that was written: the transaction does not wait for it.
 * @param {StoreName[]} names
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => IDBRequest|void} work
 * @returns {Promise<any>}
 */
export async function transact(names, mode, work) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names, mode, { durability: "strict" });
    const answer = work(...names.map((name) => transaction.objectStore(name)));
    if (mode === "readwrite") transaction.commit();
    transaction.oncomplete = () => resolve(answer?.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * @param {StoreName} name
 * @param {IDBValidKey} key
 */
export const get = (name, key) => transact([name], "readonly", (store) => store.get(key));

/**
 * Return everything in a store, in the order of its keys.
 * @param {StoreName} name
 */
export const all = (name) => transact([name], "readonly", (store) => store.getAll());

/**
 * @param {StoreName} name
 * @param {unknown} value
 * @param {IDBValidKey} [key]  for a store whose values do not carry their key
 */
export const put = (name, value, key) =>
  transact([name], "readwrite", (store) => store.put(value, key));

/**
 * @param {StoreName} name
 * @param {IDBValidKey} key
 */
export const remove = (name, key) => transact([name], "readwrite", (store) => store.delete(key));

/** Return a new idempotency key for a write. crypto.randomUUID() exists on https only. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Return who writes on this page, and so to whom what is stored now belongs; `by` is "" for nobody. */
export function writer() {
  const { author: by = "", authorName: byName = "" } = document.body.dataset;
  return { by, byName };
}

/**
 * Return whether somebody else has entered what waits here: a phone goes round, and nothing is sent
 * under another name unasked.
 * @param {{by?: string}} letter
 */
export const isOthers = ({ by }) => Boolean(by) && by !== writer().by;
