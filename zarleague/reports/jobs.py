"""Queue background jobs, run them and record how they ended. The service of a job writes its
result."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any, Final, TypeVar

from celery import current_task
from django.db.models import Q, QuerySet
from django.utils import timezone

from zarleague.background.queueing import stale_for
from zarleague.background.task_process import ProcessEndedError
from zarleague.leagues.models import League, Season
from zarleague.reports.models import Job
from zarleague.reports.progress import ClaimLostError, Progress, publish

Result = TypeVar("Result")

STALE_AFTER: Final = datetime.timedelta(seconds=25)
"""Work without a sign of life for this long has lost its task and is queued again."""


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
    """Claim a job and run it; record its progress and how it ended. Return what ``work`` returns.
    If another run has claimed the job, do nothing and return None; that run then starts over at its
    end, because this request may concern a hand that it has not read. A run without progress for
    `STALE_AFTER` loses its claim. The claim is the task's id, so a task that is redelivered after
    its worker was killed goes on at once.
    """
    job, _ = Job.objects.get_or_create(kind=kind, league=league, season=season)
    claim = _claim_name()
    if not _claim(job, claim, done=0, total=0):
        return None
    while True:
        asked_at = _asked_at(job)
        try:
            result = _worked(job, claim, lambda: work(Progress(job, claim)))
        except ClaimLostError:
            return None
        ended = {"state": Job.State.DONE, "problem": "", "seen_at": timezone.now()}
        if _held(job, claim).filter(asked_at=asked_at).update(**ended):
            publish(job)
            return result
        if not _held(job, claim).exists():
            return None


def run_part(
    kind: Job.Kind,
    work: Callable[[Progress], bool],
    league: League | None = None,
    season: Season | None = None,
) -> bool:
    """Claim a job that is done part by part, as in `run`, and do its next part. ``work`` sets the
    progress of the whole job and returns whether parts are left. Until the next part the job is at
    work but nobody's, so that other jobs get their turn.

    Return whether the caller has to queue the job again: parts are left, or it was asked for while
    the last one was done. If another run has claimed the job, that one queues it.
    """
    job, _ = Job.objects.get_or_create(kind=kind, league=league, season=season)
    claim = _claim_name()
    if not _claim(job, claim):
        return False
    asked_at, progress = _asked_at(job), Progress(job, claim)
    try:
        is_left = _worked(job, claim, lambda: work(progress))
    except ClaimLostError:
        return False
    now: dict[str, Any] = {"done": progress.done, "total": progress.total}
    now |= {"problem": "", "seen_at": timezone.now()}
    held = _held(job, claim)
    if is_left or not held.filter(asked_at=asked_at).update(state=Job.State.DONE, **now):
        is_left = bool(held.update(claim="", **now))
    publish(job)
    return is_left


def stale_jobs() -> QuerySet[Job]:
    """Return the open jobs without progress for `STALE_AFTER`."""
    return Job.objects.filter(
        state__in=[Job.State.WAITING, Job.State.RUNNING],
    ).filter(stale_for(STALE_AFTER))


def _claim_name() -> str:
    task = current_task.request.id if current_task else None
    return task or uuid.uuid4().hex


def _claim(job: Job, claim: str, **fields: int) -> bool:
    """Claim the job unless another run has, which then learns that it was asked for again; return
    whether it was claimed."""
    now = timezone.now()
    free = ~Q(state=Job.State.RUNNING) | stale_for(STALE_AFTER) | Q(claim__in=[claim, ""])
    taken = Job.objects.filter(free, pk=job.pk).update(
        state=Job.State.RUNNING, claim=claim, problem="", seen_at=now, **fields
    )
    if not taken:
        Job.objects.filter(pk=job.pk).update(asked_at=now)
    return bool(taken)


def _asked_at(job: Job) -> datetime.datetime:
    return Job.objects.values_list("asked_at", flat=True).get(pk=job.pk)


def _worked(job: Job, claim: str, work: Callable[[], Result]) -> Result:
    """Return what ``work`` returns; record an error it raises as the job's problem."""
    try:
        return work()
    except (ClaimLostError, ProcessEndedError):
        raise  # not the job's fault: it is taken up again
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"[:300]
        _held(job, claim).update(state=Job.State.FAILED, problem=problem, seen_at=timezone.now())
        publish(job)
        raise


def _held(job: Job, claim: str) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, claim=claim, state=Job.State.RUNNING)
