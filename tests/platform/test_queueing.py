"""A task is queued once while it waits, and again after a clock that was wrong."""

import datetime
import time
from contextlib import suppress

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from tests.waiting import until
from zarleague.background import queueing
from zarleague.play.tasks import close_idle_matches


@pytest.fixture(autouse=True)
def _no_claim() -> None:
    cache.delete("a-task")


def test_a_task_is_queued_once_until_it_begins() -> None:
    assert queueing.claim("a-task", 15)
    assert not queueing.claim("a-task", 15)
    queueing.has_begun("a-task")
    assert queueing.claim("a-task", 15)


def test_a_task_that_never_begins_is_queued_again() -> None:
    with time_machine.travel(timezone.now() - datetime.timedelta(seconds=16), tick=False):
        assert queueing.claim("a-task", 15)
    assert queueing.claim("a-task", 15)


def test_one_task_at_a_time_is_at_a_work() -> None:
    with queueing.alone("some-work") as is_first:
        with queueing.alone("some-work") as is_second, queueing.alone("other-work") as is_other:
            assert (is_first, is_second, is_other) == (True, False, True)
        with queueing.alone("some-work") as is_third:
            assert not is_third
    with queueing.alone("some-work") as is_next:
        assert is_next


def test_a_work_that_fails_is_free_at_once() -> None:
    with suppress(ValueError), queueing.alone("some-work"):
        raise ValueError
    with queueing.alone("some-work") as is_next:
        assert is_next


def test_work_whose_process_was_killed_is_free_half_a_minute_after_its_last_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.set("at-work-some-work", time.time() - 31, None)
    with queueing.alone("some-work") as is_free:
        assert is_free
    monkeypatch.setattr(queueing, "HELD_FOR", 3)
    with queueing.alone("some-work"):
        begun = cache.get("at-work-some-work")
        until(lambda: cache.get("at-work-some-work", begun) > begun, "it gives a sign of life")


@pytest.mark.parametrize("hours", [26, -26])
def test_a_claim_by_a_wrong_clock_holds_up_nothing(hours: int) -> None:
    with time_machine.travel(timezone.now() + datetime.timedelta(hours=hours)):
        assert queueing.claim("a-task", 15)
        assert not queueing.claim("a-task", 15)
    assert queueing.claim("a-task", 15)
    assert not queueing.claim("a-task", 15)


@pytest.mark.parametrize(
    ("minutes", "steady"),
    [
        ([0], [False]),
        ([0, 10, 20, 30, 40, 50, 60, 70], [False] * 6 + [True, True]),
        ([0, 30, 60, 43_200], [False, False, True, False]),  # a month ahead
        ([0, 30, 60, 43_200, 70, 100, 130], [False, False, True, False, False, False, True]),
        ([0, 30, 60, 59, 119], [False, False, True, False, True]),  # a minute back
    ],
)
def test_a_clock_that_jumps_is_not_steady_for_an_hour(
    minutes: list[int], steady: list[bool]
) -> None:
    began = datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC)
    times = [began + datetime.timedelta(minutes=minute) for minute in minutes]
    hour = datetime.timedelta(hours=1)
    assert [queueing.goes_steadily("a-task", now, hour) for now in times] == steady


@pytest.mark.django_db
def test_matches_are_closed_once_the_clock_is_steady(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[datetime.datetime] = []
    monkeypatch.setattr("zarleague.play.services.close_idle_matches", asked.append)
    began = datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC)
    times = [began + datetime.timedelta(minutes=minute) for minute in (0, 30, 60)]
    for now in times:
        with time_machine.travel(now, tick=False):
            close_idle_matches()
    assert asked == times[2:]
