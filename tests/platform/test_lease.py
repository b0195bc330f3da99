"""The lease of a row of work: one process has it, until it is silent for too long."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from zarleague.background.lease import STALE_AFTER, Lease, LeaseLostError
from zarleague.reports.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SECOND = datetime.timedelta(seconds=1)


@pytest.fixture
def job() -> Job:
    return Job.objects.create(kind=Job.Kind.RATINGS, league=factories.club().league)


def taken(job: Job, **how: Any) -> Lease | None:
    return Lease.take(Job.objects.all(), job.pk, **how)


@pytest.mark.parametrize(
    ("age", "is_free"),
    [(STALE_AFTER - SECOND * 5, False), (STALE_AFTER + SECOND, True), (-2 * STALE_AFTER, True)],
    ids=["seen lately", "silent", "seen by a clock that was ahead"],
)
def test_it_is_free_again_after_a_silence(job: Job, age: datetime.timedelta, is_free: bool) -> None:
    assert taken(job) is not None
    Job.objects.update(seen_at=timezone.now() - age)
    assert (taken(job) is not None) is is_free


def test_who_has_lost_it_changes_nothing(job: Job) -> None:
    first = taken(job, done=1)
    assert first is not None
    second = taken(job, take_over=True, done=2)
    assert second is not None
    with pytest.raises(LeaseLostError):
        first.keep(done=3)
    assert not first.held().exists()
    second.let_go(total=4)
    job.refresh_from_db()
    assert (job.done, job.total, job.holder) == (2, 4, "")


def test_only_a_row_that_meets_the_condition_is_taken(job: Job) -> None:
    assert Lease.take(Job.objects.filter(state=Job.State.DONE), job.pk) is None
    assert Lease.take_one(Job.objects.filter(state=Job.State.WAITING)) is not None
    assert Lease.take_one(Job.objects.filter(state=Job.State.WAITING)) is None
