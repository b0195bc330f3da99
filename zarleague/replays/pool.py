"""The processes that judge logs: started with the first log, killed when one takes too long."""

import atexit
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import wait
from multiprocessing import process
from typing import Any

from pebble import ProcessExpired, ProcessPool

from zarleague.replays import child
from zarleague.replays.asking import MustWait, asking
from zarleague.replays.errors import Busy, TooHeavy
from zarleague.replays.gate import Gate

PROCESSES = 2
"""Processes of each serving process."""
_LOOK = 0.1
"""Interval in seconds at which we check whether the sender is still connected."""

_gate = Gate(PROCESSES)
_lock = threading.Lock()
_pool: ProcessPool | None = None


def run(job: Callable[..., bytes], *arguments: Any) -> bytes:
    """Return the result of a job of :mod:`zarleague.replays.jobs`, and raise its exceptions.

    Raise `TooHeavy` if it exceeded a limit, `Busy` if there is no place for it or its sender has
    disconnected, `TooMany` if the sender has used up its share, `MustWait` on a thread for pages.
    """
    asked = asking.get()
    if asked is not None and not asked.may_wait:
        raise MustWait
    with _gate.place(asked):
        future = _processes().schedule(child.work, [job, arguments], timeout=child.SECONDS)
        while not wait([future], _LOOK).done:
            if asked is not None and asked.gone.is_set():
                future.cancel()  # kills the process
                raise Busy
        try:
            return bytes(future.result())
        except (TimeoutError, ProcessExpired) as error:
            raise TooHeavy from error


def stop() -> None:
    """Stop the processes; the next job starts new ones."""
    global _pool
    with _lock:
        if _pool is not None:
            _pool.stop()
            _pool.join()
        _pool = None


def _processes() -> ProcessPool:
    global _pool
    with _lock:
        if _pool is None or not _pool.active:
            # A process of Celery's worker is a daemon to `multiprocessing`, and a daemon may start
            # none. The processes started here end with the task's process nevertheless: see
            # `child`.
            own: Any = multiprocessing.current_process()
            # Celery's authkey cannot be pickled; the type stubs do not know this class.
            key = process.AuthenticationString(bytes(own.authkey))  # type: ignore[attr-defined]
            own._config.update(daemon=False, authkey=key)
            # Spawned, not forked: a fork of a process with threads may inherit a held lock.
            _pool = ProcessPool(
                max_workers=PROCESSES,
                initializer=child.prepare,
                context=multiprocessing.get_context("spawn"),
            )
        return _pool


atexit.register(stop)
