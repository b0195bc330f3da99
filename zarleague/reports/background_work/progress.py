"""Record the progress of a job for the pages that show it, at most every half second."""

import time
from typing import Final

from zarleague import live
from zarleague.background.lease import Lease
from zarleague.reports.models import Job

INTERVAL: Final = 0.5
"""Least seconds between two records of progress; shorter work leaves none."""


def channel(league_id: int) -> str:
    """Return the channel on which a league's jobs are announced, as event ``job``."""
    return f"jobs-{league_id}"


def publish(lease: Lease) -> None:
    """Notify open pages that a job has changed."""
    league_id = Job.objects.filter(pk=lease.pk).values_list("league", flat=True).first()
    if league_id is not None:
        live.publish(channel(league_id), event="job", data={"job": lease.pk})


class Progress:
    """The steps of one job, done and in all."""

    def __init__(self, lease: Lease | None) -> None:
        self._lease = lease
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
        """Count one step as done. Raise `LeaseLostError` if another run has taken the job."""
        self.done += 1
        self.keep()

    def keep(self) -> None:
        """Show that the job is being worked on. Raise `LeaseLostError` as `step` does."""
        if self._lease is None or time.monotonic() - self._recorded_at < INTERVAL:
            return
        self._recorded_at = time.monotonic()
        self._lease.keep(done=self.done, total=self.total)
        publish(self._lease)
