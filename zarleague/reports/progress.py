"""How far a job is, written where those who wait can see it, and not more often than they look."""

import time
from typing import Final

from django.utils import timezone

from zarleague import live
from zarleague.reports.models import Job

EVERY: Final = 0.5
"""Seconds between two notes of progress; work shorter than that leaves none."""


def channel(league_id: int) -> str:
    """Where pages that wait for a league's jobs listen; the event is ``job``."""
    return f"jobs-{league_id}"


def tell(job: Job) -> None:
    """Tell the pages that wait that a job has moved."""
    live.publish(channel(job.league_id), "job", {"job": job.pk})


class Progress:
    """The steps of one job, done and in all."""

    def __init__(self, job: Job | None) -> None:
        self.job = job
        self.done = 0
        self.total = 0
        self._noted = time.monotonic()

    @classmethod
    def silent(cls) -> "Progress":
        """Progress nobody looks at."""
        return cls(None)

    def add(self, steps: int) -> None:
        """Say that there are so many more steps to do."""
        self.total += steps

    def step(self) -> None:
        """One step is done."""
        self.done += 1
        if self.job is None or time.monotonic() - self._noted < EVERY:
            return
        self._noted = time.monotonic()
        Job.objects.filter(pk=self.job.pk).update(
            state=Job.State.RUNNING, done=self.done, total=self.total, seen_at=timezone.now()
        )
        tell(self.job)
