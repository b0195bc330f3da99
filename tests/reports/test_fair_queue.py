"""A league with much to do does not hold up the others: its work comes in parts, each behind what
waits already."""

from collections import deque
from contextlib import suppress
from typing import Any

import pytest
from django.core.cache import cache

from benchmarks import bulk
from tests import factories
from tests.factories import Club
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League, Season
from zarleague.play import services
from zarleague.play.selectors import Period
from zarleague.reports import tasks
from zarleague.reports.background_work import subprocess_or_inline
from zarleague.reports.models import Answer, Job
from zarleague.reports.questions import slow_questions

EVENINGS = 6


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> deque[int]:
    """The seasons whose questions wait for a worker, in the order they were queued."""
    waiting: deque[int] = deque()

    def queue_job(job: Job) -> None:
        if job.season_id is not None:
            waiting.append(job.season_id)

    monkeypatch.setattr(tasks, "queue_job", queue_job)
    monkeypatch.setattr("zarleague.play.selectors.seasons.SHORT_PERIOD", 0)
    return waiting


def season_of(club: Club, name: str) -> Season:
    league = leagues.create_league(owner=club.boss.user, name=name, key=factories.key())
    season: Season = bulk.season(league, club.boss.user, name, bulk.Shape(100, 8, EVENINGS))
    services.rebuild(season)
    return season


def ask(season: Season, evenings: int) -> None:
    for number in range(evenings):
        day = bulk.FIRST_EVENING.replace(day=1 + number % 4)
        found: Any = slow_questions.table_of(season, Period(None, day), 0)
        assert isinstance(found, slow_questions.NotYet)


def test_the_one_question_of_a_small_league_is_answered_before_the_second_of_a_large_one(
    club: Club, queue: deque[int]
) -> None:
    large, small = season_of(club, "Large"), season_of(club, "Small")
    ask(large, 4)
    ask(small, 1)
    queue.extend([large.pk, small.pk])
    answered: list[int] = []
    while queue:
        cache.clear()
        season = queue.popleft()
        tasks.answer_season(season)
        answered.append(season)
    assert answered == [large.pk, small.pk, large.pk, large.pk, large.pk]
    assert not slow_questions._waiting(large).exists()
    assert Answer.objects.exclude(stamp="").count() == 5


def test_the_work_of_a_long_league_leaves_the_workers_for_short_tasks_to_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a site of many processes, where no computation gets a process of its own."""
    season = season_of(club, "Large")

    def are_long(most: int) -> set[bool]:
        monkeypatch.setattr(subprocess_or_inline, "LONG", most)
        of_season = ("refresh_season", "answer_season", "report_season", "check_season")
        of_league = ("refresh_ratings", "refresh_all_time", "compare_raters", "check_ratings")
        return {getattr(tasks, name).is_long(season.pk) for name in of_season} | {
            getattr(tasks, name).is_long(season.league_id) for name in of_league
        }

    assert are_long(101) == {False}
    assert are_long(100) == {True}


def test_the_nightly_check_has_one_task_in_the_queue_at_a_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody asks for meanwhile waits for the check of one season or league, not for all.
    One that fails does not end it."""
    season_of(club, "Second")
    queued: deque[tuple[Any, int]] = deque()
    for task in (tasks.check_season, tasks.check_ratings):

        def delay(checked: int, *, and_next: bool, task: Any = task) -> None:
            queued.append((task, checked))

        monkeypatch.setattr(task, "delay", delay)
    monkeypatch.setattr(tasks.checking, "check_season", lambda season: 1 / 0)
    tasks.check_derived_data()
    done = []
    while queued:
        assert len(queued) == 1
        task, checked = queued.popleft()
        done.append((task, checked))
        with suppress(ZeroDivisionError):
            task(checked, and_next=True)
    assert done == [
        *((tasks.check_season, season.pk) for season in Season.objects.order_by("pk")),
        *((tasks.check_ratings, league.pk) for league in League.objects.order_by("pk")),
    ]
    assert len(done) == 4
