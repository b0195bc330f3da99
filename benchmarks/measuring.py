"""Measure pages and jobs: time, bytes, SQL statements, rows, memory, and their growth."""

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.db import connection

from benchmarks.memory import Grown

ROUNDS: Final = 7
LONGEST: Final = 20.0
"""Seconds after which a page is not asked for again."""


class Reads:
    """Counts of SQL statements and of rows read."""

    def __init__(self) -> None:
        self.statements = 0
        self.rows = 0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.statements += 1
        return execute(*given)

    def watch(self) -> None:
        """Start counting what this process reads, through any cursor."""
        from django.db.backends.utils import CursorWrapper

        counted = self

        def fetched(name: str) -> Callable[..., Any]:
            def fetch(cursor: Any, *given: Any) -> Any:
                found = getattr(cursor.cursor, name)(*given)
                counted.rows += len(found) if isinstance(found, list) else int(found is not None)
                return found

            return fetch

        for name in ("fetchall", "fetchmany", "fetchone"):
            setattr(CursorWrapper, name, fetched(name))

        def each(cursor: Any) -> Iterator[Any]:
            for row in cursor.cursor:
                counted.rows += 1
                yield row

        CursorWrapper.__iter__ = each  # type: ignore[method-assign]


def page(client: Any, address: str, counted: Reads) -> dict[str, Any]:
    """Request a page several times; return the median time and the size of the response."""
    times: list[float] = []
    worked: list[float] = []
    began, grown = time.perf_counter(), Grown()
    while len(times) < ROUNDS and time.perf_counter() - began < LONGEST:
        counted.statements = counted.rows = 0
        with connection.execute_wrapper(counted):
            start, before = time.perf_counter(), time.process_time()
            answer = client.get(address)
            size = len(answer.getvalue())
            times.append(time.perf_counter() - start)
            worked.append(time.process_time() - before)
    return {
        "status": answer.status_code,
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "cpu_ms": round(statistics.median(worked) * 1000, 1),
        "kb": round(size / 1000, 1),
        "statements": counted.statements,
        "rows": counted.rows,
        "grown_mb": grown.peak(),
    }


def law(points: Sequence[tuple[int, float]]) -> str:
    """Return how a figure grows from the first to the last of (size, figure): times, exponent."""
    (few, fast), (many, slow) = points[0], points[-1]
    if few == many:
        return ""
    exponent = math.log(slow / fast) / math.log(many / few)
    return f"x{slow / fast:.1f}, size^{exponent:.2f}"


def median_ms(work: Callable[[int], object], times: int = ROUNDS) -> dict[str, float]:
    """Return the median wall-clock and processor time of runs of *work*, in milliseconds. *work* is
    called with the number of the run."""
    clock: list[float] = []
    worked: list[float] = []
    for number in range(times):
        start, before = time.perf_counter(), time.process_time()
        work(number)
        clock.append(time.perf_counter() - start)
        worked.append(time.process_time() - before)
    return {
        "p50_ms": round(statistics.median(clock) * 1000, 1),
        "cpu_ms": round(statistics.median(worked) * 1000, 1),
    }
