"""Run long computations in a process of their own and short ones here; share SQLite's one lock."""

import time
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from django.db import connection

from zarleague.background import task_process

LONG: Final = 2000
"""The number of hands from which a computation gets a process of its own. Fewer hands take two
tenths of a second, less than starting a process."""

PAUSE: Final = 0.03
"""Seconds between two transactions of one writer on SQLite."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def compute(
    hands: int, function: Callable[_Given, _Made], *given: _Given.args, **options: _Given.kwargs
) -> _Made:
    """Call a function that reads this many hands and return its result. From `LONG` hands on it
    runs in a process of its own and has to be one that `task_process.run` takes."""
    if not runs_apart(hands):
        return function(*given, **options)
    return task_process.run(function, *given, **options)


def takes_long(hands: int) -> bool:
    """Return whether a computation that reads this many hands is long, wherever it runs."""
    return hands >= LONG


def runs_apart(hands: int) -> bool:
    """Return whether `compute` starts a process."""
    return takes_long(hands) and task_process.starts()


def pause_between_writes() -> None:
    """Pause between two transactions on SQLite, which does not queue writers: one that waits tries
    again every 5 to 25 ms at first, and would always find the lock taken. PostgreSQL wakes those
    that wait for a row when the transaction ends."""
    if connection.vendor == "sqlite":
        time.sleep(PAUSE)
