"""The time from sending a hand until the event of it is on every one of 500 open streams, and until
one of these screens has fetched the match again, on SQLite in one process and on PostgreSQL as a
cluster.

The screens share the processors with the site. So that the figure is the site's, they are bare
sockets: what comes on one is taken as it is and searched for the hand's number. The 99th percentile
of all streams and saves is that of the slowest saves, since an event comes to all streams at nearly
the same time.
"""

import contextlib
import re
import selectors
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

import httpx

from benchmarks import Figure, saving
from benchmarks.load import percentile

HANDS: Final = 12_500
STREAMS: Final = 500
SAVES: Final = 60
WARM: Final = 5
"""Saves before them, after which everything is loaded."""
PAUSE: Final = 0.25
"""Seconds between two saves."""
HAND: Final = re.compile(rb'"number": (\d+)')
"""The hand's number in the data of its event."""
PATIENCE: Final = 30
"""Seconds in which every stream must have an event."""


def figures() -> Iterator[Figure]:
    """Yield the 99th percentiles, one database after the other."""
    for database, site in saving.on_each_database(HANDS, CONNECTIONS_PER_ADDRESS="0"):
        yield from _measured(site, database)


def _measured(site: saving.Site, database: str) -> Iterator[Figure]:
    match = site.made["large"]["today"]
    events: list[float] = []
    fetched: list[float] = []
    with saving.phone(site) as phone:
        page = f"/l/{site.made['large']['league']}/m/{match}/"
        with _screens(site, _stream_of(phone, page)) as screens:
            for hand in range(1, WARM + SAVES + 1):
                time.sleep(PAUSE)
                start = time.perf_counter()
                saving.post(phone, f"{match}/hands/")
                screens.wait_for_all(hand)
                phone.get(page).raise_for_status()
                if hand > WARM:
                    events += [arrival - start for arrival in screens.arrived[hand].values()]
                    fetched.append(time.perf_counter() - start)
    yield Figure(
        f"a saved hand known to {STREAMS} open streams, 99th percentile, {database}",
        percentile(events, 99) * 1000,
        "ms",
    )
    yield Figure(
        f"and then fetched by a screen, median, {database}", percentile(fetched, 50) * 1000, "ms"
    )


def _stream_of(phone: httpx.Client, page: str) -> str:
    """Return the address of a page's stream, with its ticket."""
    found = re.search(r'data-live="([^"]+)"', phone.get(page).raise_for_status().text)
    assert found is not None
    return found[1].replace("&amp;", "&")


class _Screens:
    """Open streams, read by a thread."""

    def __init__(self, addresses: list[tuple[str, int]], stream: str) -> None:
        self.arrived: defaultdict[int, dict[int, float]] = defaultdict(dict)
        """The number of a hand -> stream -> when its first event of that hand came, by
        `time.perf_counter`."""
        self._ready = 0
        self._sockets = selectors.DefaultSelector()
        for number, (host, port) in enumerate(addresses):
            one = socket.create_connection((host, port))
            one.sendall(f"GET {stream} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            self._sockets.register(one, selectors.EVENT_READ, number)

    def read(self) -> None:
        """Read the streams until they are closed."""
        while self._sockets.get_map():
            for key, _ in self._sockets.select(timeout=1):
                self._take(key)

    def _take(self, key: selectors.SelectorKey) -> None:
        """Take what came on a stream: whole events, since each is sent in one piece."""
        assert isinstance(key.fileobj, socket.socket)
        received = key.fileobj.recv(65_536)
        now = time.perf_counter()
        for found in HAND.findall(received):
            self.arrived[int(found)].setdefault(key.data, now)
        self._ready += received.count(b"event: ready")
        if not received:
            self._sockets.unregister(key.fileobj)
            key.fileobj.close()

    def close(self) -> None:
        """Close the streams."""
        for key in list(self._sockets.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.shutdown(socket.SHUT_RDWR)

    def wait_until_ready(self) -> None:
        """Wait until all streams are open."""
        _wait_until(lambda: self._ready >= STREAMS)

    def wait_for_all(self, hand: int) -> None:
        """Wait until every stream has the event of a hand."""
        _wait_until(lambda: len(self.arrived[hand]) == STREAMS)


@contextlib.contextmanager
def _screens(site: saving.Site, stream: str) -> Iterator[_Screens]:
    """Open the streams, the same number to each web process, while the block runs."""
    found = [urlsplit(process) for process in site.processes]
    addresses = [
        (found[n % len(found)].hostname or "", found[n % len(found)].port or 0)
        for n in range(STREAMS)
    ]
    screens = _Screens(addresses, stream)
    thread = threading.Thread(target=screens.read)
    thread.start()
    try:
        screens.wait_until_ready()
        yield screens
    finally:
        screens.close()
        thread.join()


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError("not every stream has its event")
        time.sleep(0.002)
