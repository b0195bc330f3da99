"""The time from sending a hand until the event of it is on every one of 500 open streams, and until
one of these screens has fetched the match again, on SQLite in one process and on PostgreSQL as a
cluster."""

import asyncio
import contextlib
import re
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
    """Open streams, read on an event loop in a thread of its own."""

    def __init__(self) -> None:
        self.arrived: defaultdict[int, dict[int, float]] = defaultdict(dict)
        """The number of a hand -> stream -> when its first event of that hand came, by
        `time.perf_counter`."""
        self._ready = 0

    async def open(self, addresses: list[tuple[str, int]], stream: str) -> None:
        """Open the streams and read them until cancelled."""
        async with asyncio.TaskGroup() as group:
            for number, (host, port) in enumerate(addresses):
                group.create_task(self._read(number, host, port, stream))

    async def _read(self, number: int, host: str, port: int, stream: str) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET {stream} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        async for line in reader:
            if found := HAND.search(line):
                self.arrived[int(found[1])].setdefault(number, time.perf_counter())
            elif line.startswith(b"event: ready"):
                self._ready += 1

    def wait_until_ready(self) -> None:
        """Wait until all streams are open."""
        _wait_until(lambda: self._ready >= STREAMS)

    def wait_for_all(self, hand: int) -> None:
        """Wait until every stream has the event of a hand."""
        _wait_until(lambda: len(self.arrived[hand]) == STREAMS)


@contextlib.contextmanager
def _screens(site: saving.Site, stream: str) -> Iterator[_Screens]:
    """Open the streams, the same number to each web process, while the block runs."""
    screens = _Screens()
    found = [urlsplit(process) for process in site.processes]
    addresses = [
        (found[n % len(found)].hostname or "", found[n % len(found)].port or 0)
        for n in range(STREAMS)
    ]
    loop = asyncio.new_event_loop()
    reading = loop.create_task(screens.open(addresses, stream))

    def run() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(reading)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        screens.wait_until_ready()
        yield screens
    finally:
        loop.call_soon_threadsafe(reading.cancel)
        thread.join()
        loop.close()


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError("not every stream has its event")
        time.sleep(0.002)
