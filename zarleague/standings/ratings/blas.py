"""Keep matrix routines to one thread while a fit runs, and leave the process as it was."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

_lock = threading.Lock()
_users = 0
_limit: Any = None


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Limit BLAS to one thread inside the block.

    A second thread gains little at the size of a league, and where others want the processor,
    threads that wait for each other made a fit ten times slower. The limit holds for the whole
    process, so blocks that overlap in several threads share it: the last to leave restores what
    was there before the first.
    """
    global _users, _limit
    with _lock:
        if _users == 0:
            _limit = _controller().limit(limits=1, user_api="blas")
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _limit.restore_original_limits()


@cache
def _controller() -> ThreadpoolController:
    """Return the thread pools of the libraries loaded by now; looking for them takes a while."""
    return ThreadpoolController()
