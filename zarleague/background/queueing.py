"""Queue a task once, however often it is asked for, and again once it is lost.

A time in the future is ignored: it was noted while the machine's clock was ahead.
"""

import datetime
import time
from typing import Final

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone


def claim(task: str, seconds: int) -> bool:
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
