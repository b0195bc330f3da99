"""How a process of the site starts others: those that judge logs, and those of long tasks."""

import multiprocessing
import os
from multiprocessing import process
from typing import Any, Final

NICE: Final = 10
"""Priority of long work in the background. Not the lowest, 19: it holds locks for some
milliseconds, and should not be left without the processor meanwhile."""
SHORT_NICE: Final = 3
"""Priority of short work: somebody waits for it."""


def yield_to_pages(*, short: bool = False) -> None:
    """Lower this process's priority to that of background work, or of that which is ``short``."""
    os.nice(SHORT_NICE if short else NICE)


def context() -> Any:
    """Return how processes are started: forked from a small one that has loaded the engine. So it
    takes little to replace one that was killed. Not forked from this one, since a fork of a process
    with threads may inherit a held lock."""
    # A process of Celery's worker is a daemon to `multiprocessing`, and a daemon may start none.
    # Those started here end with it nevertheless: each sees to that itself.
    own: Any = multiprocessing.current_process()
    # Celery's authkey cannot be pickled; the type stubs do not know this class.
    key = process.AuthenticationString(bytes(own.authkey))  # type: ignore[attr-defined]
    own._config.update(daemon=False, authkey=key)
    if "forkserver" not in multiprocessing.get_all_start_methods():  # on Windows
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["__main__", "zarleague.replays.child", "zarleague.replays.jobs"])
    return made
