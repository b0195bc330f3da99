"""Messages to elsewhere: whose servers are slow waits alone, and nobody's report waits for them."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from tests import factories
from tests.fixtures import sample_tasks
from tests.platform.test_tasks import wait_for_group
from zarleague.background import sending
from zarleague.background.celery import app
from zarleague.background.embedded import THREADS
from zarleague.background.sending import FAILED, SENT, Attempt, Channel
from zarleague.exchange.models import Letter
from zarleague.exchange.tasks import CHANNELS


def letters_sent_by(attempt: Callable[[Letter], Attempt], **more: Any) -> Channel[Letter]:
    return Channel(
        model=Letter,
        attempt=attempt,
        kind_of_owner="league",
        owner=F("league"),
        waits=(datetime.timedelta(minutes=1),),
        claim=datetime.timedelta(minutes=1),
        **more,
    )


@pytest.fixture
def owners(db: None) -> list[str]:
    """Two leagues, each with three letters to send."""
    leagues = [factories.club(name=name).league for name in ("Slow", "Quick")]
    for league in leagues:
        for _ in range(3):
            Letter.objects.create(league=league, kind=Letter.Kind.REPORT)
    return [f"league:{league.pk}" for league in leagues]


def test_an_owner_has_twenty_seconds_a_minute(
    owners: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each letter takes eleven, by the clock of the test: the second goes over the twenty."""
    slow, quick = owners
    seconds = [0.0]
    monkeypatch.setattr(sending, "monotonic", lambda: seconds[0])

    def attempt(letter: Letter) -> Attempt:
        seconds[0] += 11 if letter.league.name == "Slow" else 0
        return SENT

    channel = letters_sent_by(attempt)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert sending.owners_due([channel]) == sorted(owners)
        assert [sending.send(owner, [channel]) for owner in (slow, slow, quick)] == [2, 0, 3]
        assert sending.owners_due([channel]) == [slow]
        clock.shift(sending.WINDOW)
        assert sending.send(slow, [channel]) == 1


def test_nobody_works_for_an_owner_beside_another(owners: list[str]) -> None:
    slow, quick = owners
    meanwhile: list[int] = []

    def attempt(letter: Letter) -> Attempt:
        if letter.league.name == "Slow":
            meanwhile.append(sending.send(slow, [channel]))
            meanwhile.append(sending.send(quick, [channel]))
        return SENT

    channel = letters_sent_by(attempt)
    assert sending.send(slow, [channel]) == 3
    assert meanwhile == [0, 3, 0, 0, 0, 0]


def test_a_letter_that_is_removed_while_it_is_sent_is_no_failure(
    owners: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[Letter] = []

    def attempt(letter: Letter) -> Attempt:
        Letter.objects.filter(league=letter.league).delete()
        with transaction.atomic():
            letter.save(update_fields=["monday"])
        return SENT

    channel = letters_sent_by(attempt, ended=ended.append)
    with caplog.at_level("INFO", sending.logger.name):
        assert sending.send(owners[0], [channel]) == 0
    assert ended == []
    assert [one.getMessage() for one in caplog.records] == [
        "A letter was removed while it was sent."
    ]
    assert caplog.records[0].exc_info is None


def test_what_a_worker_has_claimed_is_nobody_else_s(owners: list[str]) -> None:
    channel = letters_sent_by(lambda _: SENT)
    pk = Letter.objects.values_list("pk", flat=True)[0]
    assert [channel.claimed(pk), channel.claimed(pk)] == [True, False]


def test_a_site_of_one_process_that_was_killed_sends_at_its_start_what_it_had_in_hand(
    owners: list[str],
) -> None:
    """And what waits since it failed goes on waiting."""
    channel = letters_sent_by(lambda _: SENT)
    killed, failed, _ = Letter.objects.filter(league__name="Slow").order_by("pk")
    now = timezone.now()
    failed.next_at, failed.tried_at = now + datetime.timedelta(minutes=9), now
    failed.save()
    assert channel.claimed(killed.pk)
    assert [sending.send(owners[0], [channel]) for _ in range(2)] == [1, 0]
    sending.begin_again([channel])
    assert sending.send(owners[0], [channel]) == 1


def test_what_a_clock_that_was_ahead_noted_holds_up_nothing(
    owners: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter fails, so that those that go the same way wait; the worker is killed with the
    next in hand; and the owner's seconds are used up. A moment later the clock is right."""
    seconds = [0.0]
    monkeypatch.setattr(sending, "monotonic", lambda: seconds[0])
    tried: list[int] = []

    def attempt(letter: Letter) -> Attempt:
        tried.append(letter.pk)
        if len(tried) == 1:
            return FAILED
        seconds[0] += sending.BUDGET
        raise KeyboardInterrupt

    first, second, third = Letter.objects.filter(league__name="Slow").order_by("pk")
    ahead = timezone.now().replace(second=0) + datetime.timedelta(hours=26)
    slow = owners[0]
    with time_machine.travel(ahead, tick=False) as clock:
        channel = letters_sent_by(attempt, same_way=lambda letter: Q(pk=third.pk))
        with pytest.raises(KeyboardInterrupt):
            sending.send(slow, [channel])
        clock.shift(1)
        assert not channel.due(first.league_id).exists()
        assert not sending.has_time(slow)
    assert tried == [first.pk, second.pk]
    assert sending.send(slow, [letters_sent_by(lambda _: SENT)]) == 3


def test_whatever_an_attempt_raises_is_a_failure(owners: list[str]) -> None:
    """And what goes the same way waits, until it is given up after the last delay."""
    tried = []

    def attempt(letter: Letter) -> Attempt:
        tried.append(letter.pk)
        raise LookupError

    channel = letters_sent_by(attempt, same_way=lambda letter: Q(league=letter.league_id))
    slow = owners[0]
    assert sending.send(slow, [channel]) == 0
    assert len(tried) == 1
    first = Letter.objects.get(pk=tried[0])
    assert (first.state, first.attempts) == (Letter.State.WAITING, 1)
    assert first.next_at - first.tried_at == datetime.timedelta(minutes=1)  # type: ignore[operator]
    Letter.objects.filter(pk=first.pk).update(next_at=first.created_at)
    sending.send(slow, [channel])
    first.refresh_from_db()
    assert (first.state, first.attempts) == (Letter.State.GIVEN_UP, 2)


def test_a_message_that_vanishes_meanwhile_holds_up_nobody(owners: list[str]) -> None:
    def attempt(letter: Letter) -> Attempt:
        letter.delete()
        letter.pk = 0
        return FAILED

    assert sending.send(owners[0], [letters_sent_by(attempt)]) == 0


def test_every_task_that_sends_has_the_queue_of_its_own() -> None:
    queues = {
        name: app.amqp.router.route({}, name)["queue"].name
        for name in app.tasks
        if name.startswith("zarleague.")
    }
    assert {name for name, queue in queues.items() if queue == sending.QUEUE} == {
        "zarleague.exchange.tasks.fetch",
        "zarleague.exchange.tasks.send_messages",
        "zarleague.exchange.tasks.send_messages_of",
        "zarleague.exchange.tasks.send_webhook",
    }
    assert {queue.name for queue in app.conf.task_queues} == set(THREADS)
    assert len(CHANNELS) == 5


@pytest.mark.database
@pytest.mark.sqlite  # on many machines the workers are what the operator starts
def test_servers_that_keep_the_site_waiting_hold_up_no_other_task(celery_worker: object) -> None:
    begun = THREADS[sending.QUEUE]
    sample_tasks.let_go.clear()
    for _ in range(begun):
        sample_tasks.hold.apply_async(queue=sending.QUEUE)
    try:
        for _ in range(begun):
            assert sample_tasks.holding.acquire(timeout=180)
        sample_tasks.leave_trace.delay("not held up")
        wait_for_group("not held up")
    finally:
        sample_tasks.let_go.set()
