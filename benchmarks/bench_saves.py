"""Save hands over HTTP while background tasks run, on SQLite in one process and on PostgreSQL as a
cluster: in a season of 200 hands, and in one of 200,000 whose first evening is corrected again and
again, so that all its ranks and ratings are recomputed."""

import contextlib
import itertools
import threading
import time
from collections.abc import Iterator
from typing import Final

import httpx

from benchmarks import Figure, saving
from benchmarks.load import percentile

HANDS: Final = 200_000
SAVES: Final = 400
PAUSE: Final = 0.1
"""Seconds between two saves."""
CORRECTED_EVERY: Final = 3.0
"""Seconds between two corrections."""


def figures() -> Iterator[Figure]:
    """Yield the 99th percentile of a save in both seasons, one database after the other."""
    for database, site in saving.on_each_database(HANDS):
        yield from _measured(site, database)


def _measured(site: saving.Site, database: str) -> Iterator[Figure]:
    with saving.phone(site) as phone:
        _saves(phone, site.made["small"]["today"], 30)  # everything is loaded by then
        small = percentile(_saves(phone, site.made["small"]["today"], SAVES), 99)
        with _corrections(site):
            large = percentile(_saves(phone, site.made["large"]["today"], SAVES), 99)
    yield Figure(
        f"a hand saved in a season of 200, 99th percentile, {database}", small * 1000, "ms"
    )
    yield Figure(
        f"a hand saved while {HANDS:,} hands are recomputed, 99th percentile, {database}",
        large * 1000,
        "ms",
        "the same in the season of 200",
        small / large,
    )


def _saves(phone: httpx.Client, match: int, number: int) -> list[float]:
    """Return the seconds of each of so many saves."""
    taken = []
    for _ in range(number):
        time.sleep(PAUSE)
        start = time.perf_counter()
        saving.post(phone, f"{match}/hands/")
        taken.append(time.perf_counter() - start)
    return taken


@contextlib.contextmanager
def _corrections(site: saving.Site) -> Iterator[None]:
    """Correct a hand of the large season's first evening, every few seconds."""
    over = threading.Event()
    refused: list[httpx.HTTPError] = []

    def correct() -> None:
        with saving.phone(site) as phone:
            for version in itertools.count(1):
                path = f"{site.made['large']['first']}/hands/1/versions/"
                try:
                    saving.post(
                        phone, path, version=version, reason="Counted again with everybody."
                    )
                except httpx.HTTPError as error:
                    refused.append(error)
                    return
                if over.wait(CORRECTED_EVERY):
                    return

    thread = threading.Thread(target=correct)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if refused:
        raise refused[0]
