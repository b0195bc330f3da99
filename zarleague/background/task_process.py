"""Run a long computation of a task in a process of its own, on a site that is one process.

Tasks of such a site run on threads beside its pages. While one of them computes, a request waits
for the interpreter after each of its queries, and some routines of linear algebra do not give it
back for tenths of a second. A process of its own has an interpreter of its own, has a low
priority, and returns its memory when it ends. It ends with the site, however the
site ends; what it has not stored is derived again like after any other crash.

Elsewhere, in a command or in a worker of a site on many machines, nothing is held up, and the
computation runs where it is asked for.
"""

import contextlib
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, ParamSpec, TypeVar

from celery import current_app
from celery.exceptions import Ignore
from django.core.cache import cache

from zarleague.background import processes
from zarleague.live import bus
from zarleague.live.hub import Message, hub

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")

logger = logging.getLogger(__name__)


class ProcessEndedError(Ignore):
    """The process ended before its work was done: the site stops, or somebody killed it. Celery
    ignores the task, since its work is taken up again by the clock."""


class _Noted(NamedTuple):
    """A value for the cache of the process that serves pages."""

    key: str
    value: Any
    seconds: int


class _Queued(NamedTuple):
    """A task for the queue of the process that serves pages."""

    name: str
    args: Any
    kwargs: Any


class _Processes:
    """The processes of a site that are running."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[Any] = set()
        self._stopped = False

    @contextlib.contextmanager
    def working(self) -> Iterator[Connection]:
        """Yield the connection to a new process, which is ended with the block. Raise EOFError if
        they were stopped."""
        context = processes.context()
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        with ours:
            with theirs, self._lock:
                if self._stopped:
                    raise EOFError
                process.start()
                self._running.add(process)
            try:
                yield ours
            finally:
                with self._lock:
                    self._running.discard(process)
                process.kill()
                process.join()

    def stop(self) -> None:
        """End them all, and start no more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.kill()


_site: _Processes | None = None
_asked_by: Connection | None = None
"""In a process that `run` has started: the connection to the one that serves pages."""


@contextlib.contextmanager
def allowed() -> Iterator[Callable[[], None]]:
    """Have `run` start processes within the block; yield a function that ends them."""
    global _site
    before, found = _site, _Processes()
    _site = found
    try:
        yield found.stop
    finally:
        found.stop()
        _site = before


def starts() -> bool:
    """Return whether `run` starts processes."""
    return _site is not None


def note(key: str, value: Any, seconds: int) -> None:
    """Put a value in the cache for so many seconds. On a site that is one process the cache is in
    its memory, so a process that `run` has started sends the value there."""
    if _asked_by is None:
        cache.set(key, value, seconds)
    else:
        _asked_by.send(_Noted(key, value, seconds))


def run(function: Callable[_Given, _Made], *given: _Given.args, **options: _Given.kwargs) -> _Made:
    """Return what a function of a module returns, in a process of its own if this one serves pages;
    raise what it raises, or `ProcessEndedError`. Events it publishes reach this process's pages,
    and tasks it queues this process's queue.
    """
    if _site is None:
        return function(*given, **options)
    try:
        with _site.working() as connection:
            connection.send((function, given, options))
            while True:
                answer = connection.recv()
                if isinstance(answer, Message):
                    hub.deliver(answer)
                elif isinstance(answer, _Noted):
                    cache.set(*answer)
                elif isinstance(answer, _Queued):
                    current_app.send_task(*answer)
                else:
                    break
    except (EOFError, OSError) as error:
        logger.warning("%s was ended and will be done again.", function.__qualname__)
        raise ProcessEndedError from error
    made: _Made
    made, problem = answer
    if problem is not None:
        raise problem
    return made


def _work(connection: Connection) -> None:
    """Call the function that is sent, and send what it returns or raises."""
    global _asked_by
    processes.yield_to_pages()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the site handles Ctrl-C
    import django  # not above: the process that starts others is to stay small

    django.setup()
    function, given, options = connection.recv()
    threading.Thread(target=_end_with, args=(connection,), daemon=True).start()
    bus.deliver_by(connection.send)
    _asked_by = connection
    current_app.send_task = _send_task
    try:
        answer: tuple[Any, Exception | None] = function(*given, **options), None
    except Exception as error:  # noqa: BLE001 (raised again where it was asked for)
        answer = None, error
    connection.send(answer)


def _send_task(name: str, args: Any = None, kwargs: Any = None, **_: Any) -> None:
    """Queue a task where tasks are done; which queue follows from its name."""
    assert _asked_by is not None
    _asked_by.send(_Queued(name, args, kwargs))


def _end_with(connection: Connection) -> None:
    """End this process when the other end of its connection is closed: the site is gone."""
    with contextlib.suppress(OSError):
        connection.poll(None)
    os._exit(1)
