"""Compute what is derived from many hands, and write it, so that it holds up nobody."""

import time
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from django.db import connection

from zarleague.background import task_process

LONG: Final = 2000
"""Hands from which a process of its own computes what is derived from them: for fewer it takes two
tenths of a second, and starting a process takes longer."""

PAUSE: Final = 0.03
"""Seconds between two transactions of one writer on SQLite."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def compute(
    hands: int, function: Callable[_Given, _Made], *given: _Given.args, **options: _Given.kwargs
) -> _Made:
    """Call a function of a module that reads so many hands; return what it returns. If they are
    `LONG` or more, see `task_process.run`."""
    if not runs_apart(hands):
        return function(*given, **options)
    return task_process.run(function, *given, **options)


def runs_apart(hands: int) -> bool:
    """Return whether `compute` starts a process."""
    return hands >= LONG and task_process.starts()


def let_others_write() -> None:
    """Pause between two transactions on SQLite, which does not queue writers: one that waits tries
    again every 5 to 25 ms at first, and would always find the lock taken. PostgreSQL wakes those
    that wait for a row when the transaction ends."""
    if connection.vendor == "sqlite":
        time.sleep(PAUSE)
