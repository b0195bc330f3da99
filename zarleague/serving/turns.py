"""Threads shared by turns among those who send requests.

Waiting requests are taken one of each network in turn, and of a network one of each session in
turn: a hundred requests of one sender keep another's waiting for one of them at most. The last free
thread is kept for another sender if one was there lately. A thread that waits for a slow reader
makes room for the next request.
"""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from django.db import connections

from zarleague.replays.gate import Sender, sender

LATELY: Final = 10.0
"""Seconds for which a sender counts as being there after a request."""
MOST_ASIDE: Final = 16
"""Threads of a pool that may wait for slow readers, each with its connection to the database."""
MOST_ASIDE_OF_ONE: Final = 6
"""Threads that may wait for slow readers of one network."""


class TooSlow(OSError):
    """Too many readers are slow, of one network or of all; the answer is given up."""


class _Job:
    """A call that waits for a thread or has one."""

    def __init__(self, call: Callable[[], Any]) -> None:
        found = sender.get() or Sender("")
        self.future: Future[Any] = Future()
        self.call = call
        self.network = found.network
        self.session = (found.network, found.session)
        self.was_aside = False


class _Units:
    """Those among whom the threads are shared: networks, or sessions."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: Counter[Hashable] = Counter()
        self._latest: OrderedDict[Hashable, float] = OrderedDict()
        """The last two to ask, and when they did."""

    def asked(self, unit: Hashable) -> None:
        self._latest[unit] = time.monotonic()
        self._latest.move_to_end(unit)
        if len(self._latest) > 2:
            self._latest.popitem(last=False)

    def count(self, unit: Hashable, more: int) -> None:
        self._running[unit] += more
        if not self._running[unit]:
            del self._running[unit]

    def may_run(self, unit: Hashable) -> bool:
        """Return whether it has a thread to spare for others, or nobody else is there."""
        if self._running[unit] < self._most:
            return True
        now = time.monotonic()
        return all(one == unit or now - at > LATELY for one, at in self._latest.items())


class FairThreads(Executor):
    """Calls functions on so many threads, by turns."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads + MOST_ASIDE, thread_name_prefix="WSGI")
        self._lock = threading.Lock()
        self._running = 0
        self._aside: Counter[str] = Counter()
        self._waiting: dict[str, dict[Hashable, deque[_Job]]] = {}
        """By network and session, in the order of their turns."""
        self._networks = _Units(max(1, threads - 1))
        self._sessions = _Units(max(1, threads - 1))
        self._own = threading.local()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function for the sender of the present request."""
        job = _Job(lambda: fn(*args, **kwargs))
        with self._lock:
            self._networks.asked(job.network)
            self._sessions.asked(job.session)
            sessions = self._waiting.setdefault(job.network, {})
            sessions.setdefault(job.session, deque()).append(job)
            self._start()
        return job.future

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let another call begin while this thread waits for a reader. Raise `TooSlow`."""
        job: _Job = self._own.job
        with self._lock:
            if self._aside.total() >= MOST_ASIDE or self._aside[job.network] >= MOST_ASIDE_OF_ONE:
                raise TooSlow
            self._aside[job.network] += 1
            self._count(job, -1)
            self._start()
        job.was_aside = True
        try:
            yield
        finally:
            with self._lock:
                self._aside[job.network] -= 1
                self._count(job, 1)

    def _start(self) -> None:
        """Give free threads to those whose turn it is."""
        while self._running < self._threads and (job := self._next()) is not None:
            self._count(job, 1)
            self._pool.submit(self._work, job)

    def _next(self) -> _Job | None:
        for network, sessions in self._waiting.items():
            if not self._networks.may_run(network):
                continue
            for session, jobs in sessions.items():
                if self._sessions.may_run(session):
                    job = jobs.popleft()
                    # Whose turn it was is the last now.
                    del sessions[session], self._waiting[network]
                    if jobs:
                        sessions[session] = jobs
                    if sessions:
                        self._waiting[network] = sessions
                    return job
        return None

    def _count(self, job: _Job, more: int) -> None:
        self._running += more
        self._networks.count(job.network, more)
        self._sessions.count(job.session, more)

    def _work(self, job: _Job) -> None:
        self._own.job = job
        try:
            if job.future.set_running_or_notify_cancel():
                try:
                    result = job.call()
                except BaseException as error:  # noqa: BLE001 (raised where it is waited for)
                    job.future.set_exception(error)
                else:
                    job.future.set_result(result)
            if job.was_aside:
                connections.close_all()  # there are as many as slow readers
        finally:
            with self._lock:
                self._count(job, -1)
                self._start()
