/**
 * A worker that all tabs of a browser share: one stream brings the events of all of them, since a
 * browser opens only six connections to a site of HTTP/1.1, and each stream holds one.
 *
 * A tab sends `{ address, names }`: the address of its own stream with its ticket, and the names of
 * the events it wants; `{}` when it leaves. It gets the name of each event that concerns it, "ready"
 * first, or "refused" if it needs another ticket.
 */

/** @typedef {{ address: string, channels: string[], names: string[], isReady: boolean }} Tab */

const SETTLE = 50; // milliseconds in which tabs that come together get one stream
const REFUSED = "refused";

/** @type {Map<MessagePort, Tab>} */
const tabs = new Map();
/** The stream that is read, and the one that is to take its place. */
let stream = /** @type {EventSource|undefined} */ (undefined);
let coming = /** @type {EventSource|undefined} */ (undefined);
let settling = 0;

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  if (!port) return;
  port.onmessage = ({ data }) => {
    const { address, names } = data;
    if (!address) {
      tabs.delete(port);
      if (!tabs.size) closeAll();
      return;
    }
    tabs.set(port, { address, channels: channelsOf(address), names, isReady: false });
    clearTimeout(settling);
    settling = setTimeout(open, SETTLE);
  };
});

/** @param {string} address  like /live/match-7,league-1-anyone?ticket=… */
const channelsOf = (address) => new URL(address, location.href).pathname.slice("/live/".length).split(",");

function closeAll() {
  clearTimeout(settling);
  stream?.close();
  coming?.close();
  stream = coming = undefined;
}

/** Open a stream of all tabs. The one before it is closed once this one is ready: nothing is missed. */
function open() {
  coming?.close();
  const addresses = new Map([...tabs.values()].map((tab) => [tab.channels.join(), tab.address]));
  if (!addresses.size) return;
  const asked = new URLSearchParams([...addresses.values()].map((one) => ["stream", one]));
  const opened = new EventSource(`/live/shared?${asked}`);
  coming = opened;
  opened.addEventListener("ready", ({ data }) => {
    const isFirst = coming === opened;
    if (isFirst) {
      stream?.close();
      stream = opened;
      coming = undefined;
    }
    const heard = new Set(JSON.parse(data).streams);
    for (const [port, tab] of tabs) {
      if (!heard.has(tab.channels.join())) {
        if (addresses.has(tab.channels.join())) refuse(port);
      } else if (!tab.isReady || !isFirst) {
        tab.isReady = true;
        port.postMessage("ready");
      }
    }
  });
  for (const name of new Set([...tabs.values()].flatMap((tab) => tab.names))) {
    opened.addEventListener(name, ({ data }) => {
      const { channel } = JSON.parse(data);
      for (const [port, tab] of tabs) {
        if (tab.names.includes(name) && tab.channels.includes(channel)) port.postMessage(name);
      }
    });
  }
  opened.onerror = () => {
    // Closed for good, as all of its tickets were refused, or the server cannot answer now.
    if (opened.readyState !== EventSource.CLOSED) return;
    if (opened === coming) coming = undefined;
    if (opened === stream) stream = undefined;
    for (const [port, tab] of tabs) if (addresses.has(tab.channels.join())) refuse(port);
  };
}

/** @param {MessagePort} port */
function refuse(port) {
  tabs.delete(port);
  port.postMessage(REFUSED);
}
