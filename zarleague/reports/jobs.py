"""Jobs asked for, taken up and ended. What a job makes is written by its service, all at once."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from zarleague.leagues.models import League, Season
from zarleague.reports.models import Job
from zarleague.reports.progress import Progress, tell

SILENCE: Final = datetime.timedelta(minutes=5)
"""A job that has been waiting or silent for longer has lost its task, and is queued again."""


def ask(kind: Job.Kind, league: League, season: Season | None = None) -> Job:
    """Note that a job has to be done; one that is already waiting or running stays as it is."""
    now = timezone.now()
    job, made = Job.objects.get_or_create(
        kind=kind, league=league, season=season, defaults={"asked_at": now, "seen_at": now}
    )
    if not made and not job.is_open:
        job.state, job.done, job.total, job.problem = Job.State.WAITING, 0, 0, ""
        job.asked_at = job.seen_at = now
        job.save()
    return job


@contextmanager
def running(kind: Job.Kind, league: League, season: Season | None = None) -> Iterator[Progress]:
    """Do a job inside the block: its progress can be seen, and how it ended."""
    job, _ = Job.objects.get_or_create(kind=kind, league=league, season=season)
    try:
        yield Progress(job)
    except Exception as error:
        _end(job, Job.State.FAILED, f"{type(error).__name__}: {error}"[:300])
        raise
    _end(job, Job.State.DONE)


def lost() -> QuerySet[Job]:
    """The jobs nobody has been heard of for too long."""
    return Job.objects.filter(
        state__in=[Job.State.WAITING, Job.State.RUNNING],
        seen_at__lt=timezone.now() - SILENCE,
    )


def _end(job: Job, state: Job.State, problem: str = "") -> None:
    Job.objects.filter(pk=job.pk).update(state=state, problem=problem, seen_at=timezone.now())
    tell(job)
