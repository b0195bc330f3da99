"""Pages beside 50 scorekeepers who save without pause, each at a table of their own, and without
them: on SQLite in one process and on PostgreSQL as a cluster.

One reader asks for the page of the league, of the season and of a match, in turn. The
scorekeepers are a process of its own, on the same machine."""

import contextlib
import multiprocessing
import statistics
import threading
import time
from collections.abc import Iterator
from itertools import cycle, islice
from multiprocessing.synchronize import Event
from typing import Final
from urllib.parse import urlsplit

from benchmarks import Figure, saving
from benchmarks.load import latencies, percentile

SCOREKEEPERS: Final = 50
HANDS: Final = 2_000
SECONDS: Final = 20.0
"""For which pages are asked for."""
WARM_UP: Final = 3.0
"""Seconds after which the scorekeepers keep every thread busy."""
UNLIMITED: Final = {"API_PER_ADDRESS": "1000000"}
"""They share an address here, as they would not elsewhere."""


def figures() -> Iterator[Figure]:
    """Yield the median and the 99th percentile of the pages, quiet and at saturation, and the saves
    in a second, one database after the other."""
    for database, site in saving.on_each_database(HANDS, **UNLIMITED):
        yield from _measured(site, database)


def _measured(site: saving.Site, database: str) -> Iterator[Figure]:
    _pages(site, 3.0)  # everything is loaded by then
    quiet = _pages(site, SECONDS)
    with _saving(site) as saved:
        time.sleep(WARM_UP)
        before, start = saved.value, time.perf_counter()
        busy = _pages(site, SECONDS)
        saves = (saved.value - before) / (time.perf_counter() - start)
    for name, of_them in (("median", statistics.median), ("99th percentile", _last)):
        yield Figure(f"pages, {name}, {database}", of_them(quiet) * 1000, "ms")
        yield Figure(
            f"pages beside {SCOREKEEPERS} scorekeepers, {name}, {database}",
            of_them(busy) * 1000,
            "ms",
            "the same without them",
            of_them(quiet) / of_them(busy),
        )
    yield Figure(f"saves of {SCOREKEEPERS} scorekeepers, {database}", saves, "in a second")


def _last(taken: list[float]) -> float:
    return percentile(taken, 99)


def _pages(site: saving.Site, seconds: float) -> list[float]:
    """Ask for pages during so many seconds; return the seconds that each took."""
    made = site.made["large"]
    league = f"/l/{made['league']}/"
    pages = (league, f"{league}seasons/{made['season']}/", f"{league}m/{made['first']}/")
    port = urlsplit(site.processes[0]).port or 80
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        taken += [one for page in pages for one in latencies(port, page, 1)]
    return taken


@contextlib.contextmanager
def _saving(site: saving.Site) -> Iterator["multiprocessing.sharedctypes.Synchronized[int]"]:
    """Have hands saved while the block runs; yield how many have been."""
    fresh = multiprocessing.get_context("spawn")
    saved, over = fresh.Value("l", 0), fresh.Event()
    scorekeepers = fresh.Process(target=_save, args=(site, saved, over))
    scorekeepers.start()
    try:
        yield saved
    finally:
        over.set()
        scorekeepers.join()
    if scorekeepers.exitcode:
        raise RuntimeError("A save was refused.")


def _save(
    site: saving.Site, saved: "multiprocessing.sharedctypes.Synchronized[int]", over: Event
) -> None:
    refused: list[Exception] = []

    def keep(match: int, session: str, address: str) -> None:
        try:
            with saving.phone(site._replace(address=address), session) as phone:
                while not over.is_set():
                    saving.post(phone, f"{match}/hands/")
                    with saved.get_lock():
                        saved.value += 1
        except Exception as error:
            refused.append(error)
            raise

    # Each has an account: those of one would keep to the pace of one. Not through the proxy, which
    # limits the requests of one address.
    of_each = zip(site.made["large"]["tables"], site.made["scorekeepers"], cycle(site.processes))
    threads = [threading.Thread(target=keep, args=one) for one in islice(of_each, SCOREKEEPERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if refused:
        raise refused[0]
