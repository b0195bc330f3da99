"""Record the progress of a job for the pages that show it, at most every half second."""

import time
from typing import Final

from django.utils import timezone

from zarleague import live
from zarleague.reports.models import Job

INTERVAL: Final = 0.5
"""Least seconds between two records of progress; shorter work leaves none."""


def channel(league_id: int) -> str:
    """Return the channel on which a league's jobs are announced, as event ``job``."""
    return f"jobs-{league_id}"


def publish(job: Job) -> None:
    """Notify open pages that a job has changed."""
    if job.league_id is not None:
        live.publish(channel(job.league_id), event="job", data={"job": job.pk})


class ClaimLostError(RuntimeError):
    """Another run has claimed the job; this one should end."""


class Progress:
    """The steps of one job, done and in all."""

    def __init__(self, job: Job | None, claim: str = "") -> None:
        self.job = job
        self.claim = claim
        self.done = 0
        self.total = 0
        self._recorded_at = time.monotonic()

    @classmethod
    def unrecorded(cls) -> "Progress":
        """Return a progress that records nothing."""
        return cls(None)

    def add(self, steps: int) -> None:
        """Add to the number of steps to do."""
        self.total += steps

    def step(self) -> None:
        """Count one step as done. Raise `ClaimLostError` if another run has taken the job."""
        self.done += 1
        self.keep()

    def keep(self) -> None:
        """Show that the job is being worked on. Raise `ClaimLostError` as `step` does."""
        if self.job is None or time.monotonic() - self._recorded_at < INTERVAL:
            return
        self._recorded_at = time.monotonic()
        mine = Job.objects.filter(pk=self.job.pk, claim=self.claim, state=Job.State.RUNNING)
        if not mine.update(done=self.done, total=self.total, seen_at=timezone.now()):
            raise ClaimLostError(str(self.job))
        publish(self.job)
