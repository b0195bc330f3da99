"""A season's ratings from the database, and its page, on SQLite and on PostgreSQL."""

import statistics
import time
from collections.abc import Iterator

from benchmarks import Figure, sites
from benchmarks.load import percentile

TURNS = 600
STEPS = 40_000
"""Of arithmetic in a turn: about as long as a page takes."""
WAITING = 8
"""Turns that one waits for, as requests do at so many connections."""


def figures() -> Iterator[Figure]:
    """Yield the figures of `seasons_site`, one database after the other, and the machine's own
    unsteadiness: no page's tail is better than that."""
    yield from sites.on_each_database("benchmarks.seasons_site")
    taken = [_turn() for _ in range(TURNS + WAITING)]
    waited = [sum(taken[first : first + WAITING]) for first in range(TURNS)]
    tail = percentile(waited, 99)
    yield Figure(
        f"{WAITING} turns of the same arithmetic, 99th percentile",
        tail * 1000,
        "ms",
        "their own median",
        statistics.median(waited) / tail,
    )


def _turn() -> float:
    """Return the seconds of one."""
    start = time.perf_counter()
    sum(step * step for step in range(STEPS))
    return time.perf_counter() - start
