"""Queue a task once, however often it is asked for, and again once it is lost.

A time in the future is ignored: it was noted while the machine's clock was ahead.
"""

import datetime
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone


def claim(task: str, seconds: float) -> bool:
    """Return whether a task has to be queued: not if it was claimed within so many seconds and has
    not begun since."""
    now = time.time()
    if cache.add(task, now, seconds):
        return True
    if abs(now - cache.get(task, now)) <= seconds:
        return False
    cache.set(task, now, seconds)
    return True


def has_begun(task: str) -> None:
    """Let the task be queued again, for what is asked for from now on."""
    cache.delete(task)


HELD_FOR: Final = 30.0
"""Seconds after its last sign of life for which a task is taken to be at its work."""


@contextmanager
def alone(work: str) -> Iterator[bool]:
    """Yield whether no other task is at this work, and keep others out until the block ends, or for
    `HELD_FOR` seconds if its process is killed."""
    key = f"at-work-{work}"
    if not claim(key, HELD_FOR):
        yield False
        return
    is_over = threading.Event()

    def give_signs() -> None:
        while not is_over.wait(HELD_FOR / 3):
            cache.set(key, time.time(), HELD_FOR)

    signs = threading.Thread(target=give_signs, daemon=True)
    signs.start()
    try:
        yield True
    finally:
        is_over.set()
        signs.join()
        cache.delete(key)


AHEAD: Final = datetime.timedelta(seconds=5)
"""How far the clocks of two machines may be apart."""
STEADY: Final = datetime.timedelta(hours=1)
"""Time for which the machine's clock must not have jumped before matches and seasons end by it."""


def goes_steadily(task: str, now: datetime.datetime, span: datetime.timedelta = STEADY) -> bool:
    """Return whether the machine's clock has gone steadily for a span of time. Ask often: each call
    is compared with the one before, and a time before that, or more than a span after it, begins a
    new span. What cannot be derived again waits for it, since a clock may jump by weeks, and back a
    moment later."""
    since, last = cache.get(f"steady-{task}") or (now, now)
    if not datetime.timedelta(0) <= now - last <= span:
        since = now
    cache.set(f"steady-{task}", (since, now), None)
    return now - since >= span


def stale_for(age: datetime.timedelta, field: str = "seen_at") -> Q:
    """Return the condition for rows whose last sign of life is older than ``age``, or in the
    future."""
    now = timezone.now()
    return Q((f"{field}__lt", now - age)) | Q((f"{field}__gt", now + AHEAD))
