"""Threads shared by turns among those who send requests.

Waiting requests are taken one of each network in turn, of a network one of each person in turn, and
of those who score by one link one of each device in turn: of a hundred requests of one sender,
another's waits for those that run and one more. Who was not recognised lately shares a turn with
all such of the network, whatever session or token is sent. A thread that waits for a slow reader
makes room for the next request, and so does one that sends a long answer, between two of its parts.
A page is not made for somebody who has gone; what was sent to be saved is saved.

Whoever keeps threads busy for seconds with several requests at a time, while others ask too, has
half of one from then on (`Pace`).
"""

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from operator import itemgetter
from queue import SimpleQueue
from threading import Timer
from time import monotonic
from typing import Any, Final

from django.db import connections

from zarleague.replays.gate import Sender, Share, sender

KNOWN: Final = 10_000
"""Sessions and tokens that are remembered, with whose they are."""

MOST_ASIDE: Final = 16
"""Threads of a pool that may wait for slow readers, each with its connection to the database."""
MOST_ASIDE_OF_ONE: Final = 6
"""Threads that may wait for slow readers of one network."""
TURN: Final = 0.02
"""Seconds after which an answer that is still being made lets others have their turns."""
MOST_PAUSED: Final = 16
"""Threads of a pool whose answers wait for their next turn."""
BURST: Final = 2.0
"""Seconds of threads that one person may use at once."""
REFILL: Final = 0.5
"""Seconds of threads that a person regains in each second."""
MOST_OVER: Final = 2.0
"""Seconds beyond that which count: so nobody waits longer than it takes to regain them."""
COMPANY: Final = 10.0
"""Seconds for which somebody who has asked is taken to be there."""
LOOK: Final = 0.25
"""Interval in seconds at which those who keep to the pace are looked at again, since company comes
and goes."""


_known: dict[int, str] = {}
"""Whose a session or token is, by its hash, those seen last at the end."""
_knowing = threading.Lock()


def recognise(person: str) -> None:
    """Remember whose the session or token of the present request is: from the next request on it
    has turns with the others of the same person."""
    found = sender.get()
    if found is None or not found.session:
        return
    with _knowing:
        _known.pop(hash(found.session), None)
        _known[hash(found.session)] = person
        if len(_known) > KNOWN:
            del _known[next(iter(_known))]


class TooSlow(OSError):
    """Too many readers are slow, of one network or of all; the answer is given up."""


class HasGone(OSError):
    """The sender of a request has closed the connection: nobody waits for the answer."""


class Pace:
    """Half of a thread for each person: in all pools that share a pace, one who has used `BURST`
    seconds of threads waits as long as further calls last. Who is alone does not. Those of a
    network who are not recognised have a whole thread together."""

    def __init__(self) -> None:
        self._used = Share(BURST, REFILL, MOST_OVER)
        self._used_together = Share(BURST, 2 * REFILL, MOST_OVER)
        self._last = self._last_other = ("", float("-inf"))
        """Who has asked last, and who last among the others; with the time."""

    def ask(self, person: str) -> None:
        """Record that somebody asks, "" for nobody known."""
        if person != self._last[0]:
            self._last_other = self._last
        self._last = person, monotonic()

    def charge(self, person: str, seconds: float) -> None:
        """Record that somebody had a thread for so long."""
        if not self._is_alone(person):
            self._share_of(person).charge(person, seconds)

    def seconds_to_wait(self, person: str) -> float:
        """Return after how many seconds somebody may have a thread again, 0 for now."""
        return 0.0 if self._is_alone(person) else self._share_of(person).seconds_to_wait(person)

    def _share_of(self, person: str) -> Share:
        return self._used if " " in person else self._used_together

    def _is_alone(self, person: str) -> bool:
        _, when = self._last_other if person == self._last[0] else self._last
        return monotonic() - when > COMPANY


class _Job:
    """A call that waits for a thread or has one."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self.sender = sender.get() or Sender("")
        self.future: Future[Any] = Future()
        self.call = call
        self.network = self.sender.network
        self.person = _known.get(hash(self.sender.session), "")
        by_link = self.person.startswith("link:")  # one for all who score an evening
        self.device = self.sender.session if by_link else ""
        """Which of those who score by the link, "" for anybody else."""
        self.whose = self.network, self.person, self.device
        self.name = f"{self.network} {self.device or self.person}".strip()
        """Whose it is, for the pace: the network, and the person in it if they are recognised."""
        self.since = 0.0
        """When its present turn began."""
        self.again: threading.Event | None = None
        """Set at its next turn, if it has had one and waits for another."""

    def check_awaited(self) -> None:
        """Raise `HasGone` if nobody waits for the answer any more."""
        if self.sender.gone.is_set():
            raise HasGone


class FairThreads(Executor):
    """Calls functions on so many threads, by turns, and of one person, or of all who score by one
    link, on ``of_one`` at most, at a ``pace`` if there is one. With ``reads``, calls whose sender
    has gone are left out. A thread keeps its connection to the database, so there are no more of
    them than that, and those aside."""

    def __init__(
        self,
        threads: int,
        of_one: int | None = None,
        *,
        pace: Pace | None = None,
        reads: bool = False,
    ) -> None:
        self._threads = threads
        self._of_one = threads if of_one is None else of_one
        self._pace = pace
        self._reads = reads
        self._given: SimpleQueue[_Job] = SimpleQueue()
        """Calls for the next free threads."""
        self._lock = threading.Lock()
        self._running: Counter[tuple[str, str, str]] = Counter()
        """By network, person and device."""
        self._free = 0
        self._aside: Counter[str] = Counter()
        self._paused = 0
        self._waiting: dict[str, dict[str, dict[str, deque[_Job]]]] = {}
        """By network, person and device, in the order of their turns."""
        self._timer: Timer | None = None
        """Starts those who wait for their pace."""
        self._own = threading.local()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function for the sender of the present request."""
        job = _Job(lambda: fn(*args, **kwargs))
        if self._pace:
            self._pace.ask(job.name)
        with self._lock:
            self._wait(job)
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
            self._running[job.whose] -= 1
            self._charge(job)
            self._start()
        try:
            yield
        finally:
            job.since = monotonic()
            with self._lock:
                self._aside[job.network] -= 1
                self._running[job.whose] += 1

    def give_way(self) -> None:
        """Let others have their turns. Raise `HasGone`."""
        self._own.job.check_awaited()
        self.let_others()

    def let_others(self) -> None:
        """Let others who wait have their turns, if that of this thread has lasted for `TURN`, and
        keep to the pace."""
        job: _Job = self._own.job
        if monotonic() - job.since < TURN:
            return
        with self._lock:
            self._charge(job)
            should_wait = self._others_wait(job) or self._seconds_to_wait(job)
            if not should_wait or self._paused >= MOST_PAUSED:
                return
            job.again = threading.Event()
            self._wait(job)
            self._paused += 1
            self._running[job.whose] -= 1
            self._start()
        job.again.wait()
        job.since = monotonic()

    def _wait(self, job: _Job) -> None:
        """Let a call wait for its turn."""
        devices = self._waiting.setdefault(job.network, {}).setdefault(job.person, {})
        devices.setdefault(job.device, deque()).append(job)

    def _others_wait(self, job: _Job) -> bool:
        people = self._waiting.get(job.network, {})
        devices = people.get(job.person, {})
        return (
            len(self._waiting) > bool(people)
            or len(people) > bool(devices)
            or len(devices) > (job.device in devices)
        )

    def _charge(self, job: _Job) -> None:
        """Record what a call has used of its thread since it was last recorded."""
        now = monotonic()
        if self._pace:
            self._pace.charge(job.name, now - job.since)
        job.since = now

    def _seconds_to_wait(self, job: _Job) -> float:
        """Return after how many seconds a call may go on, 0 for now: nobody waits who asks for one
        thing at a time."""
        waiting = self._waiting.get(job.network, {}).get(job.person, {}).get(job.device, ())
        if self._pace is None or self._running[job.whose] + len(waiting) < 2:
            return 0.0
        return self._pace.seconds_to_wait(job.name)

    def _start_later(self, seconds: float) -> None:
        """Give free threads away once somebody may have one again."""
        if self._timer is None:
            timer = Timer(min(seconds, LOOK), self._start_now)
            timer.daemon = True
            timer.start()
            self._timer = timer

    def _start_now(self) -> None:
        with self._lock:
            self._timer = None
            self._start()

    def _start(self) -> None:
        """Give free threads to those whose turn it is."""
        self._running += Counter()  # drops zeros
        while self._running.total() < self._threads and (job := self._next()) is not None:
            self._running[job.whose] += 1
            if job.again is not None:
                self._paused -= 1
                job.again.set()
                continue
            self._given.put(job)
            if self._free:
                self._free -= 1
            else:
                threading.Thread(target=self._work, name="WSGI", daemon=True).start()

    def _next(self) -> _Job | None:
        """Take the call whose turn it is from those that wait, None if there is none."""
        running: Counter[tuple[str, str]] = Counter()
        for (network, person, _), calls in self._running.items():
            running[network, person] += calls
        whose = [
            (self._seconds_to_wait(jobs[0]), network, person, device)
            for network, people in self._waiting.items()
            for person, devices in people.items()
            for device, jobs in devices.items()
            if running[network, person] < self._of_one
        ]
        if not whose:
            return None
        # the first of those who may
        seconds, network, person, device = min(whose, key=itemgetter(0))
        if seconds:
            self._start_later(seconds)
            return None
        people = self._waiting.pop(network)
        devices = people.pop(person)
        jobs = devices.pop(device)
        job = jobs.popleft()
        # Whose turn it was is the last now.
        if jobs:
            devices[device] = jobs
        if devices:
            people[person] = devices
        if people:
            self._waiting[network] = people
        return job

    def _work(self) -> None:
        """Carry out calls, until there are threads enough without this one."""
        is_needed = True
        while is_needed:
            job = self._given.get()
            self._own.job = job
            job.since = monotonic()
            if job.future.set_running_or_notify_cancel():
                try:
                    if self._reads:
                        job.check_awaited()
                    try:
                        result = job.call()
                    finally:
                        self._charge(job)
                except BaseException as error:  # noqa: BLE001 (raised where it is waited for)
                    job.future.set_exception(error)
                else:
                    job.future.set_result(result)
            with self._lock:
                self._running[job.whose] -= 1
                is_needed = self._running.total() + self._free < self._threads
                self._free += is_needed
                self._start()
        connections.close_all()
