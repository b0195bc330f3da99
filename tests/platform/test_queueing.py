"""A task is queued once while it waits, and again after a clock that was wrong."""

import datetime

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from zarleague.background import queueing


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


@pytest.mark.parametrize("hours", [26, -26])
def test_a_claim_by_a_wrong_clock_holds_up_nothing(hours: int) -> None:
    with time_machine.travel(timezone.now() + datetime.timedelta(hours=hours)):
        assert queueing.claim("a-task", 15)
        assert not queueing.claim("a-task", 15)
    assert queueing.claim("a-task", 15)
    assert not queueing.claim("a-task", 15)
