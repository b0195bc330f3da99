"""Celery's scheduler for periodic tasks, which also works after the machine's clock is set back.

Celery waits for "the last run plus 15 seconds". If the last run lies hours in the future, because
the clock was wrong then, nothing would be scheduled for hours.
"""

import datetime
from pathlib import Path
from typing import Any, Final

from celery import beat

from zarleague.storage import private_files

AHEAD: Final = datetime.timedelta(seconds=1)
"""How far in the future the last run may be, since clocks are adjusted in small steps."""


class _ClockMixin:
    """Mixin for a scheduler: a task that last ran in the future is due at once, as what was queued
    then may wait for a time that is not near; one with a time of day is treated as run just now."""

    def tick(self: Any, *args: Any, **kwargs: Any) -> float:
        """Enqueue what is due; return the seconds until the next run."""
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at > now + AHEAD:
                entry.last_run_at = now - getattr(entry.schedule, "run_every", datetime.timedelta())
                self._heap = None  # is made again
        seconds: float = super().tick(*args, **kwargs)  # type: ignore[misc]
        return seconds


class EmbeddedBeat(_ClockMixin, beat.Scheduler):
    """The scheduler inside the serving process."""


class PersistentBeat(_ClockMixin, beat.PersistentScheduler):
    """The scheduler as a process of its own, which stores its last runs in a file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        private_files.keep_new_files_private()
        Path(kwargs["schedule_filename"]).parent.mkdir(parents=True, exist_ok=True)
        super().__init__(*args, **kwargs)
