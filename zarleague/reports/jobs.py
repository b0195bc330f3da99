"""Queue background jobs, run them and record how they ended. The service of a job writes its
result."""

import datetime
import uuid
from collections.abc import Callable
from typing import Final, TypeVar

from celery import current_task
from django.db.models import Q, QuerySet
from django.utils import timezone

from zarleague.leagues.models import League, Season
from zarleague.reports.models import Job
from zarleague.reports.progress import ClaimLostError, Progress, publish

Result = TypeVar("Result")

STALE_AFTER: Final = datetime.timedelta(seconds=30)
"""A job without a sign of life for this long has lost its task and is queued again."""


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
    if not _claim(job, claim):
        Job.objects.filter(pk=job.pk).update(asked_at=timezone.now())
        return None
    while True:
        asked_at = Job.objects.values_list("asked_at", flat=True).get(pk=job.pk)
        try:
            result = work(Progress(job, claim))
        except ClaimLostError:
            return None
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"[:300]
            _held(job, claim).update(
                state=Job.State.FAILED, problem=problem, seen_at=timezone.now()
            )
            publish(job)
            raise
        ended = {"state": Job.State.DONE, "problem": "", "seen_at": timezone.now()}
        if _held(job, claim).filter(asked_at=asked_at).update(**ended):
            publish(job)
            return result
        if not _held(job, claim).exists():
            return None


def stale_jobs() -> QuerySet[Job]:
    """Return the open jobs without progress for `STALE_AFTER`."""
    return Job.objects.filter(
        state__in=[Job.State.WAITING, Job.State.RUNNING],
    ).filter(stale_for(STALE_AFTER))


def stale_for(time: datetime.timedelta) -> Q:
    """Return the condition for rows whose ``seen_at`` is older than ``time``, or as far in the
    future, which means that the clock was wrong."""
    now = timezone.now()
    return Q(seen_at__lt=now - time) | Q(seen_at__gt=now + time)


def _claim_name() -> str:
    task = current_task.request.id if current_task else None
    return task or uuid.uuid4().hex


def _claim(job: Job, claim: str) -> bool:
    """Claim the job unless another run has; return whether it was claimed."""
    now = timezone.now()
    free = ~Q(state=Job.State.RUNNING) | stale_for(STALE_AFTER) | Q(claim=claim)
    taken = Job.objects.filter(free, pk=job.pk).update(
        state=Job.State.RUNNING, claim=claim, done=0, total=0, problem="", seen_at=now
    )
    return bool(taken)


def _held(job: Job, claim: str) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, claim=claim, state=Job.State.RUNNING)
