"""Measure the work of one Celery worker and of two on the PostgreSQL and Redis of the environment.

``python -m benchmarks.workers_site`` prints its figure as JSON; `bench_workers` runs it. It creates
a temporary database.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.db import connection

from benchmarks import Figure, bulk
from benchmarks.sites import print_measured
from tools.cluster import Part

LEAGUES: Final = 8
HANDS: Final = 12_500
PATIENCE: Final = 600
"""Seconds for the reports of all leagues."""


def figures() -> Iterator[Figure]:
    """Yield the seconds until the reports of leagues by two workers are there, against one."""
    taken = {}
    for workers in (1, 2):
        seasons = _seasons(range(workers * LEAGUES, (workers + 1) * LEAGUES))
        with _workers(workers):
            taken[workers] = _seconds_to_report(seasons)
    yield Figure(
        f"the season reports of {LEAGUES} leagues of {HANDS:,} hands made by two workers",
        taken[2],
        "s",
        "one worker",
        taken[1] / taken[2],
    )


def _seasons(numbers: range) -> list[Any]:
    """Make a season in each league, with its totals and ratings."""
    from zarleague.play.services import rebuild
    from zarleague.reports.rank_history.ranks import refresh_ranks
    from zarleague.reports.services import refresh_ratings

    seasons = list(bulk.leagues(numbers, bulk.Shape.of(HANDS)))
    for season in seasons:
        rebuild(season)
        refresh_ranks(season.pk)
        refresh_ratings(season.league)
    return seasons


def _seconds_to_report(seasons: list[Any]) -> float:
    """Ask for the report of each season; return when all are there."""
    from zarleague.reports import tasks
    from zarleague.reports.background_work import jobs
    from zarleague.reports.models import Job

    start = time.perf_counter()
    for season in seasons:
        tasks.queue_job(jobs.ask(Job.Kind.REPORT, season.league, season))
    asked = Job.objects.filter(kind=Job.Kind.REPORT, season__in=seasons)
    while asked.exclude(state=Job.State.DONE).exists():
        if time.perf_counter() - start > PATIENCE:
            raise TimeoutError("The workers do not finish the reports.")
        time.sleep(0.05)
    return time.perf_counter() - start


@contextlib.contextmanager
def _workers(number: int) -> Iterator[None]:
    """Run so many workers, each with one process, while the block runs."""
    from zarleague.background.celery import app

    address = urlsplit(os.environ["DATABASE_URL"])
    held = connection.settings_dict["NAME"]
    environment = {"DATABASE_URL": address._replace(path=f"/{held}").geturl()}
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "zarleague.background", "worker"]
    names = [f"bench-{one}" for one in range(number)]
    parts = [
        Part([*celery, "--concurrency=1", f"--hostname={name}@%h"], environment, Path(os.devnull))
        for name in names
    ]
    try:
        while len(app.control.ping(timeout=1)) < number:
            time.sleep(0.2)
        yield
    finally:
        for part in parts:
            part.end()


if __name__ == "__main__":
    print_measured(figures)
