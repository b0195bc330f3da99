"""Celery's clock for periodic tasks, which goes on when the machine's clock is set back.

Celery waits for "the last time plus 15 seconds". If the last time lies hours ahead, since the clock
was wrong then, nothing is taken up for hours.
"""

import datetime
from typing import Any, Final

from celery import beat

AHEAD: Final = datetime.timedelta(seconds=1)
"""By how much the last time may seem to lie ahead, as clocks are kept right in small steps."""


class _SetBack:
    """Part of a scheduler: tasks that last ran in the future ran just now."""

    def tick(self: Any, *args: Any, **kwargs: Any) -> float:
        """Queue what is due; return the seconds until the next is."""
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at > now + AHEAD:
                entry.last_run_at = now
                self._heap = None  # is made anew
        seconds: float = super().tick(*args, **kwargs)  # type: ignore[misc]
        return seconds


class Clock(_SetBack, beat.Scheduler):
    """The clock inside the serving process."""


class KeptClock(_SetBack, beat.PersistentScheduler):
    """The clock as a process of its own, whose last times are kept in a file."""
