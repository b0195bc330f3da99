"""The processes that judge logs: started with the first log, killed when one takes too long."""

import atexit
import threading
from collections.abc import Callable
from concurrent.futures import wait
from typing import Any

from pebble import ProcessExpired, ProcessPool

from zarleague.background import processes
from zarleague.replays import child
from zarleague.replays.errors import Busy, TooHeavy
from zarleague.replays.gate import Gate, sender

PROCESSES = 2
"""Processes of each serving process."""
LONGEST = 15.0
"""Seconds after which a job is ended that has not got its processor time: on a busy machine these
processes come last."""
_LOOK = 0.1
"""Interval in seconds at which we check whether the sender is still connected."""

_gate = Gate(PROCESSES)
_lock = threading.Lock()
_pool: ProcessPool | None = None


def run(job: Callable[..., bytes], *arguments: Any) -> bytes:
    """Return the result of a job of :mod:`zarleague.replays.jobs`, and raise its exceptions.

    Its arguments are plain data, so that no class of ours has to be pickled; TypeError otherwise.
    Raise `TooHeavy` if it exceeded a limit, `Busy` if there is no place for it or its sender has
    disconnected, `TooMany` if the sender has used up its share.
    """
    for argument in arguments:
        _check_plain(argument)
    sent_by = sender.get()
    with _gate.place(sent_by):
        limited = [child.SECONDS, job, arguments]
        future = _processes().schedule(child.work, limited, timeout=LONGEST)
        while not wait([future], _LOOK).done:
            if sent_by is not None and sent_by.gone.is_set():
                future.cancel()  # kills the process
                raise Busy
        try:
            return bytes(future.result())
        except (TimeoutError, ProcessExpired) as error:
            raise TooHeavy from error


def _check_plain(value: Any) -> None:
    if type(value) is dict:
        value = [*value, *value.values()]
    if type(value) in (list, tuple):
        for one in value:
            _check_plain(one)
    elif value is not None and type(value) not in (str, int, float, bool):
        raise TypeError(f"{type(value).__name__} may not be sent to a judging process")


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
            _pool = ProcessPool(
                max_workers=PROCESSES, initializer=child.prepare, context=processes.context()
            )
        return _pool


atexit.register(stop)
