"""Admit requests to the processes: limits on running and waiting jobs, and a share for each sender.

The server sets the sender of the request that a thread works for as a context variable. It is not
set in commands and tests, where nothing is shared among senders.
"""

import ipaddress
import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic, thread_time

from zarleague.replays.errors import Busy, NotJudged, TooMany


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent a request: their network, and what they are signed in with, "" for nobody known.
    ``gone`` is set when they have closed the connection."""

    network: str
    session: str = ""
    gone: threading.Event = field(default_factory=threading.Event)


sender: ContextVar[Sender | None] = ContextVar("sender", default=None)
let_others: ContextVar[Callable[[], None]] = ContextVar("let_others", default=lambda: None)
"""Lets waiting requests of others have their turns on the thread of the present one. To be called
between the parts of what takes seconds, and never while a lock is held."""


@contextmanager
def as_a_task() -> Iterator[None]:
    """Count the block as the work of tasks, which have no network and no share of the time, but
    leave a place to those who wait, and do not wait themselves: a task that waited would keep its
    thread from others. It has to be queued again."""
    before = sender.set(Sender(""))
    try:
        yield
    finally:
        sender.reset(before)


def network_of(address: str) -> str:
    """Return the unit that counts as one sender: an IPv4 address, or the /64 network of an IPv6
    address, which is what one household has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


WAITING = 8
"""Jobs that may wait."""
WAITING_OF_ONE = 4
"""Jobs of one sender that may wait."""
PATIENCE = 10.0
"""Seconds a job waits at most."""
BURST = 30.0
"""Seconds of processing one sender may use at once."""
ENDED = 1.0
"""Seconds charged for a process that had to be killed: about the time to start another."""
REFILL = 0.5
"""Seconds of processing that a sender regains in each second."""
_KEPT = 10_000
"""Senders kept in memory before those with a full share are dropped."""
_LOOK = 0.1
"""Interval in seconds at which a waiting job checks whether its sender is still connected."""


class Share:
    """The seconds of work that each sender may use: ``burst`` at once, and ``refill`` more in each
    second. Of what was used beyond that ``most_over`` seconds count. "" is nobody's work, which has
    no limit."""

    def __init__(self, burst: float, refill: float, most_over: float = math.inf) -> None:
        self._burst = burst
        self._refill = refill
        self._most = burst + most_over
        self._used: dict[str, tuple[float, float]] = {}  # by sender: seconds used, as of when
        self._lock = threading.Lock()

    def check(self, sender: str) -> None:
        """Raise `TooMany` if the sender has used up its share."""
        if (seconds := self.seconds_to_wait(sender)) > 0:
            raise TooMany(int(seconds) + 1)

    def seconds_to_wait(self, sender: str) -> float:
        """Return after how many seconds the sender may use more, 0 for now."""
        with self._lock:
            excess = self._level(sender) - self._burst
        return max(0.0, excess / self._refill)

    def charge(self, sender: str, seconds: float) -> None:
        """Add seconds to those that the sender has used."""
        if not sender:
            return
        with self._lock:
            level = min(self._level(sender) + seconds, self._most)
            self._used[sender] = (level, monotonic())
            if len(self._used) > _KEPT:
                self._used = {one: used for one, used in self._used.items() if self._level(one)}

    @contextmanager
    def spent(self, sender: str) -> Iterator[None]:
        """Charge the processor time of the block, not what it waits, for a lock for example. Raise
        `TooMany` instead of running it."""
        self.check(sender)
        start = thread_time()
        try:
            yield
        finally:
            self.charge(sender, thread_time() - start)

    def _level(self, sender: str) -> float:
        """Return the seconds that a sender has used and not regained."""
        used, when = self._used.get(sender, (0.0, 0.0))
        return max(0.0, used - (monotonic() - when) * self._refill)


class Gate:
    """Runs at most ``places`` jobs at once, and of one sender always one less, so that another
    sender's job finds a place. Commands, which have no sender, may have all."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._places_of_one = max(1, places - 1)
        self._changed = threading.Condition()
        self._running: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._share = Share(BURST, REFILL)

    @contextmanager
    def place(self, sent_by: Sender | None) -> Iterator[None]:
        """Hold a place while the block runs, and charge its time to the sender, `ENDED` seconds
        more if it raises `NotJudged`.

        Raise `TooMany` if the sender has used up its share, `Busy` if too many are waiting already,
        if no place becomes free in time, at once for a task, or if the sender has disconnected.
        """
        sender = sent_by.network if sent_by else ""
        with self._changed:
            self._share.check(sender)
            self._wait(sender, sent_by)
            self._running[sender] += 1
        start, more = monotonic(), 0.0
        try:
            yield
        except NotJudged:
            more = ENDED
            raise
        finally:
            with self._changed:
                self._running[sender] -= 1
                self._share.charge(sender, monotonic() - start + more)
                self._running += Counter()  # drops zeros
                self._changed.notify_all()

    def _is_free(self, sent_by: Sender | None) -> bool:
        sender = sent_by.network if sent_by else ""
        most_of_one = self._places_of_one if sent_by else self._places
        return self._running.total() < self._places and self._running[sender] < most_of_one

    def _wait(self, sender: str, sent_by: Sender | None) -> None:
        if self._is_free(sent_by):
            return
        if sent_by and not sender:  # a task
            raise Busy
        if self._waiting.total() >= WAITING or (sender and self._waiting[sender] >= WAITING_OF_ONE):
            raise Busy
        self._waiting[sender] += 1
        deadline = monotonic() + PATIENCE
        try:
            while not self._is_free(sent_by):
                if monotonic() > deadline or (sent_by and sent_by.gone.is_set()):
                    raise Busy
                self._changed.wait(_LOOK)
        finally:
            self._waiting[sender] -= 1
            self._waiting += Counter()
