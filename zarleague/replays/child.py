"""A judging process: its limits, and its loop over jobs."""

import contextlib
import importlib
import os
import signal
from collections.abc import Callable
from typing import Any

from zarleague.replays.errors import TooHeavy

SECONDS = 5.0
"""Seconds of processor time one job may take."""
MEMORY = 512_000_000
"""Bytes of address space a process may have; the engine alone takes about 50 MB."""
LONGEST_ANSWER = 4_000_000
"""Bytes; a hand of 300 events under seven rulesets takes a tenth of it."""


def prepare() -> None:
    """Lower this process's priority, limit its memory, and load the engine."""
    os.nice(19)  # the lowest: pages come first
    with contextlib.suppress(ImportError):  # not available on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    importlib.import_module("zarleague.replays.jobs")


def work(seconds: float, job: Callable[..., bytes], arguments: tuple[Any, ...]) -> bytes:
    """Return the answer of a job. Raise `TooHeavy` if it is too long.

    The operating system ends the process after so many seconds of processor time, even if its
    parent is gone.
    """
    _end_after(seconds)
    try:
        answer = job(*arguments)
    except MemoryError:
        os._exit(1)  # what it has taken may not be given back
    finally:
        _end_after(0)
    if len(answer) > LONGEST_ANSWER:
        raise TooHeavy
    return answer


def _end_after(seconds: float) -> None:
    """End this process after the given seconds of processor time; 0: no limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
