"""Killed workers: with a real Redis and real worker processes, no report is left half written."""

import contextlib
import datetime
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator

import pytest
from celery import Celery
from django.contrib.auth.models import Group
from django.db import connection
from django.utils import timezone

from tests import factories
from tests.factories import Club
from tests.migrated import address_of
from tests.reports.season import small_season
from tests.waiting import until
from zarleague.reports.models import DerivedPart, Job, ReportPrint, SeasonReport
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.parts import KINDS

# A worker beside the site is started with PostgreSQL.
pytestmark = pytest.mark.postgresql


class Workers:
    """Workers of their own on a queue of their own, on the test database."""

    def __init__(self, redis_url: str) -> None:
        self.prefix = f"killed-{uuid.uuid4().hex}"
        self.redis_url = redis_url
        self.queue = Celery(broker=redis_url, set_as_current=False)
        self.queue.conf.broker_transport_options = {
            "global_keyprefix": f"{{{self.prefix}}}:celery:"
        }

    def send(self, task: str, *args: int | str) -> None:
        """Queue a task by its name."""
        self.queue.send_task(task, args)

    @contextlib.contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        """Have a worker, with its children in a group of their own, as long as the block runs."""
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "zarleague.settings",
            "DATABASE_URL": address_of(connection.settings_dict),
            "REDIS_URL": self.redis_url,
            "REDIS_PREFIX": self.prefix,
        }
        command = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "zarleague.background",
            "worker",
            "--concurrency=1",
        ]
        command += ["--loglevel=ERROR", "--include=tests.fixtures.sample_tasks"]
        process = subprocess.Popen(command, env=environment, start_new_session=True)
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(60)


@pytest.fixture
def played(transactional_db: None) -> Club:
    """A club that has played the small season."""
    club = factories.club()
    small_season(club)
    return club


def test_a_worker_killed_with_all_its_children_leaves_no_half_report_and_the_job_ends(
    played: Club, redis_url: str
) -> None:
    season = played.season.pk
    workers = Workers(redis_url)
    with workers.worker() as first:
        workers.send("tests.fixtures.sample_tasks.report_and_hang", season)
        until(Group.objects.filter(name="the report hangs").exists, "the report begins")
        os.killpg(first.pid, signal.SIGKILL)
        first.wait(60)
    assert not SeasonReport.objects.exists()
    assert not ReportPrint.objects.exists()
    parts = DerivedPart.objects.filter(kind__in=KINDS)
    assert parts.count() == 8  # three evenings, four players, one game
    assert Job.objects.get(kind="report").is_open
    # Nobody has heard of the job for long: the clock's task queues it again.
    Job.objects.update(seen_at=timezone.now() - datetime.timedelta(minutes=6))
    with workers.worker():
        workers.send("zarleague.reports.tasks.take_up_lost_work")
        until(SeasonReport.objects.exists, "the report is made after all")
        until(Job.objects.filter(kind="report", state="done").exists, "the job is done")
    report = SeasonReport.objects.get()
    assert bytes(report.print.pdf).startswith(b"%PDF")
    # It is the report that is made here and now, without any accident.
    assert make_report(played.season) == report


def test_a_process_that_has_taken_much_memory_or_dies_is_replaced(
    played: Club, redis_url: str
) -> None:
    """The task that it died of is done by the next one, and twice does no harm."""
    season = played.season.pk
    workers = Workers(redis_url)
    with workers.worker():
        for megabytes in (1, 2, 300, 3, 4):
            workers.send("tests.fixtures.sample_tasks.take_memory", megabytes)
        until(lambda: Group.objects.count() == 5, "all tasks are done")
        names = Group.objects.order_by("pk").values_list("name", flat=True)
        first, second, third, fourth, last = (name.split()[1] for name in names)
        assert first == second == third
        assert fourth == last != third
        workers.send("tests.fixtures.sample_tasks.report_and_die_once", season)
        until(SeasonReport.objects.exists, "the report is made the second time")
        # What the first process had done is not done again.
        assert Group.objects.filter(name__contains=" is read").count() == 3
        workers.send("zarleague.reports.tasks.report_season", season)
        workers.send("zarleague.reports.tasks.report_season", season)
        workers.send("tests.fixtures.sample_tasks.leave_trace", "afterwards")
        until(Group.objects.filter(name="afterwards").exists, "both are done again")
    assert SeasonReport.objects.count() == ReportPrint.objects.count() == 1
