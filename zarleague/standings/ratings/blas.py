"""Limit BLAS to one thread during a fit, and restore the process's setting afterwards."""

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

    A second thread gains little on matrices of a league's size, and on a busy machine threads
    waiting for each other made a fit ten times slower. The limit holds for the whole process, so
    overlapping blocks of several threads share it; the last one to end restores the setting from
    before the first.
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
    """Return the thread pools of the loaded libraries. Cached, as the search is slow."""
    return ThreadpoolController()
