"""Jobs in the background: queue them, run them, and record how far they are and how they ended. The
service of a job writes its result.
"""

import datetime
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from zarleague import live
from zarleague.background.lease import STALE_AFTER, Lease, LeaseLostError
from zarleague.background.queueing import stale_for
from zarleague.background.task_process import ProcessEndedError
from zarleague.leagues.models import League, Season
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


Result = TypeVar("Result")

_OPEN: Final = (Job.State.WAITING, Job.State.RUNNING)


def ask(kind: Job.Kind, league: League | None = None, season: Season | None = None) -> Job:
    """Record that a job has to be done, unless it is already waiting or running."""
    now = timezone.now()
    job, made = Job.objects.get_or_create(
        kind=kind, league=league, season=season, defaults={"asked_at": now, "seen_at": now}
    )
    if not made and not job.is_open:
        job.state, job.done, job.total, job.problem = Job.State.WAITING, 0, 0, ""
        job.asked_at = job.seen_at = now
        job.save()
    return job


def run(
    kind: Job.Kind,
    work: Callable[[Progress], Result],
    league: League | None = None,
    season: Season | None = None,
) -> Result | None:
    """Take the lease of a job and run it; record its progress and how it ended. Return what
    ``work`` returns. If another run has the lease, do nothing and return None; that run then starts
    over at its end, because this request may concern a hand that it has not read.
    """
    lease = _taken(kind, league, season, done=0, total=0)
    while lease is not None:
        asked_at = _asked_at(lease)
        try:
            result = _worked(lease, lambda: work(Progress(lease)))
        except LeaseLostError:
            return None
        if _end(lease, asked_at):
            return result
        if not lease.held().exists():
            return None
    return None


def run_part(
    kind: Job.Kind,
    work: Callable[[Progress], bool],
    league: League | None = None,
    season: Season | None = None,
) -> bool:
    """Take the lease of a job that is done part by part, as in `run`, and do its next part.
    ``work`` sets the progress of the whole job and returns whether parts are left. Until the next
    part the job is at work but nobody's, so that other jobs get their turn.

    Return whether the caller has to queue the job again: parts are left, or it was asked for while
    the last one was done. If another run has the lease, that one queues it.
    """
    lease = _taken(kind, league, season)
    if lease is None:
        return False
    asked_at, progress = _asked_at(lease), Progress(lease)
    try:
        is_left = _worked(lease, lambda: work(progress))
        steps = {"done": progress.done, "total": progress.total}
        if not is_left and _end(lease, asked_at, **steps):
            return False
        lease.let_go(problem="", **steps)
    except LeaseLostError:
        return False
    publish(lease)
    return True


def stale_jobs() -> QuerySet[Job]:
    """Return the open jobs without a sign of life for `STALE_AFTER`."""
    return Job.objects.filter(stale_for(STALE_AFTER), state__in=_OPEN)


def _taken(
    kind: Job.Kind, league: League | None, season: Season | None, **values: Any
) -> Lease | None:
    """Take the lease of a job; another run that has it learns that it was asked for again."""
    job, _ = Job.objects.get_or_create(kind=kind, league=league, season=season)
    values |= {"state": Job.State.RUNNING, "problem": ""}
    lease = Lease.take(Job.objects.all(), job.pk, of_task=True, **values)
    if lease is None:
        Job.objects.filter(pk=job.pk).update(asked_at=timezone.now())
    return lease


def _asked_at(lease: Lease) -> datetime.datetime:
    return Job.objects.values_list("asked_at", flat=True).get(pk=lease.pk)


def _worked(lease: Lease, work: Callable[[], Result]) -> Result:
    """Return what ``work`` returns; record an error it raises as the job's problem."""
    try:
        return work()
    except (LeaseLostError, ProcessEndedError):
        raise  # not the job's fault: it is taken up again
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"[:300]
        _record(lease.held(), Job.State.FAILED, problem=problem)
        publish(lease)
        raise


def _end(lease: Lease, asked_at: datetime.datetime, **values: int) -> bool:
    """Record that a job is done, unless it was asked for again meanwhile; return whether it is."""
    if not _record(lease.held().filter(asked_at=asked_at), Job.State.DONE, problem="", **values):
        return False
    publish(lease)
    return True


def _record(held: QuerySet[Job], state: str, **values: Any) -> bool:
    return bool(held.update(state=state, holder="", seen_at=timezone.now(), **values))
