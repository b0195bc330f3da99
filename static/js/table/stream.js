/** The events of a page: over the stream that all tabs of the browser share, or over its own. */

/** @type {{ close: () => void }|undefined} */
let opened;

/**
 * Listen to a stream, instead of the one before.
 * @param {string} address  with its ticket
 * @param {string[]} names  of the events
 * @param {(name: string) => void} heard  called with "ready" at first
 * @param {() => void} refused  called when another ticket is needed
 */
export function listen(address, names, heard, refused) {
  opened?.close();
  const { streams } = document.body.dataset;
  // Browsers of some phones have no shared workers, nor many tabs.
  const isShared = streams && "SharedWorker" in window;
  opened = isShared ? shared(streams, address, names, heard, refused) : own(address, names, heard, refused);
}

/** Stop listening, as when the page is left. */
export function leave() {
  opened?.close();
}

/**
 * @param {string} script
 * @param {string} address
 * @param {string[]} names
 * @param {(name: string) => void} heard
 * @param {() => void} refused
 */
function shared(script, address, names, heard, refused) {
  const worker = new SharedWorker(script);
  let instead = /** @type {{ close: () => void }|undefined} */ (undefined);
  worker.onerror = () => (instead ??= own(address, names, heard, refused));
  worker.port.onmessage = ({ data }) => (data === "refused" ? refused() : heard(data));
  worker.port.postMessage({ address, names });
  return {
    close() {
      worker.port.postMessage({});
      worker.port.onmessage = null;
      instead?.close();
    },
  };
}

/**
 * @param {string} address
 * @param {string[]} names
 * @param {(name: string) => void} heard
 * @param {() => void} refused
 */
function own(address, names, heard, refused) {
  const source = new EventSource(address);
  for (const name of ["ready", ...names]) source.addEventListener(name, () => heard(name));
  source.onerror = () => source.readyState === EventSource.CLOSED && refused();
  return source;
}
