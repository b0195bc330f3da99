"""Background tasks: queued when the transaction commits, and run by whichever worker there is."""

import datetime
import inspect
import logging
import subprocess

import psycopg
import pytest
from celery.schedules import crontab
from celery.signals import heartbeat_sent
from celery.worker import state
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import OperationalError, transaction

from tests.fixtures import sample_tasks
from tests.fixtures.sample_tasks import fail, leave_trace
from tests.waiting import until
from zarleague.background.beat import EmbeddedBeat
from zarleague.background.celery import LONG_WORKER, Task, app


def wait_for_group(name: str) -> None:
    """Wait until a task has made the group."""
    until(Group.objects.filter(name=name).exists, f"a task has made {name}")


def test_a_worker_does_what_was_committed(celery_worker: subprocess.Popen[bytes] | None) -> None:
    assert (celery_worker is not None) is bool(settings.REDIS_URL)
    with transaction.atomic():
        leave_trace.delay_on_commit("rolled back")
        transaction.set_rollback(True)
    with transaction.atomic():
        leave_trace.delay_on_commit("committed")
        assert not Group.objects.exists()
    wait_for_group("committed")
    assert not Group.objects.filter(name="rolled back").exists()


def test_a_failing_task_holds_up_nobody(celery_worker: object) -> None:
    fail.delay()
    leave_trace.delay("after the failure")
    wait_for_group("after the failure")


@pytest.mark.sqlite  # with Redis there are as many workers as somebody starts
def test_short_tasks_do_not_wait_for_long_ones(celery_worker: object) -> None:
    sample_tasks.let_go.clear()
    for number in range(4):
        sample_tasks.hold_for_long.delay(number)
    try:
        for _ in range(2):
            assert sample_tasks.holding.acquire(timeout=180)
        leave_trace.delay("short")
        wait_for_group("short")
    finally:
        sample_tasks.let_go.set()
    for _ in range(2):
        assert sample_tasks.holding.acquire(timeout=180)


@pytest.mark.postgresql
def test_a_worker_that_takes_long_tasks_says_so_and_gets_them(celery_worker: object) -> None:
    until(lambda: cache.get(LONG_WORKER), "the worker says so")
    sample_tasks.say_queue.delay("long")
    wait_for_group("long from long")


@pytest.mark.postgresql
@pytest.mark.parametrize(("should_stop", "said"), [(None, True), (0, None)])
def test_the_last_heartbeat_says_that_it_takes_none_any_more(
    monkeypatch: pytest.MonkeyPatch, should_stop: int | None, said: bool | None
) -> None:
    monkeypatch.setattr(state, "should_stop", should_stop)
    cache.set(LONG_WORKER, True)
    heartbeat_sent.send(sender=None)
    assert cache.get(LONG_WORKER) is said


@pytest.mark.django_db(transaction=True)
def test_a_write_does_not_fail_because_the_broker_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise leave_trace.OperationalError("no broker")

    monkeypatch.setattr(Task, "apply_async", away)
    with transaction.atomic():
        Group.objects.create(name="written")
        leave_trace.delay_on_commit("never")
    assert Group.objects.get().name == "written"


app.loader.import_default_modules()
OF_A_ROW = sorted(
    name
    for name, task in app.tasks.items()
    if name.startswith("zarleague.")
    and any(argument.endswith("_id") for argument in inspect.signature(task.run).parameters)
)


@pytest.mark.django_db
@pytest.mark.parametrize("name", OF_A_ROW)
def test_a_task_whose_row_is_gone_ends_quietly(name: str, caplog: pytest.LogCaptureFixture) -> None:
    ended = app.tasks[name].apply((0,))
    assert ended.state == "SUCCESS"
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.django_db
def test_a_task_whose_row_goes_meanwhile_ends_quietly() -> None:
    group = Group.objects.create(name="a group")

    @app.task(name="tests.delete", about=Group)
    def delete(group_id: int, then: str) -> None:
        if then == "delete":
            Group.objects.all().delete()
        Group.objects.get(name="another group")

    with pytest.raises(Group.DoesNotExist):
        delete.apply((group.pk, "keep"))
    assert delete.apply((group.pk, "delete")).state == "SUCCESS"


@pytest.mark.django_db
def test_a_task_that_meets_a_deadlock_is_run_once_more() -> None:
    met: list[int] = []

    @app.task(name="tests.meet")
    def meet(times: int) -> None:
        if len(met) < times:
            met.append(1)
            raise OperationalError from psycopg.errors.DeadlockDetected()

    assert meet.apply((1,)).state == "SUCCESS"
    assert len(met) == 1
    with pytest.raises(OperationalError):
        meet.apply((3,))
    assert len(met) == 3


@pytest.mark.django_db(transaction=True)
def test_in_tests_tasks_run_where_they_are_queued() -> None:
    with transaction.atomic():
        leave_trace.delay_on_commit("at once")
    assert Group.objects.get().name == "at once"


def test_many_tasks_are_all_done(celery_worker: object) -> None:
    for number in range(50):
        leave_trace.delay(f"group {number}")
    wait_for_group("group 49")
    for number in range(50):
        wait_for_group(f"group {number}")


def test_periodic_tasks_exist() -> None:
    """A misspelt name in the schedule would only be noticed by its absence."""
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_the_clock_goes_on_when_the_machine_s_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tasks last ran when the clock was a day ahead. What is due every 15 seconds is due now,
    not from tomorrow on, and what has a time of day is not done again.
    """
    scheduler = EmbeddedBeat(app, lazy=True)
    every = {"often": 15.0, "nightly": crontab(hour=3, minute=30)}
    scheduler.schedule = {
        name: scheduler.Entry(task=name, schedule=schedule, name=name, app=app)
        for name, schedule in every.items()
    }
    for entry in scheduler.schedule.values():
        entry.last_run_at = entry.default_now() + datetime.timedelta(days=1)
    queued: list[str] = []
    monkeypatch.setattr(scheduler, "apply_async", lambda entry, **_: queued.append(entry.task))
    for _ in every:
        assert scheduler.tick() <= 15
    assert queued == ["often"]
