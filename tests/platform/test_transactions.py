"""Two writers at the same time, on either database."""

import threading

import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from zarleague.storage import deadlocks


@pytest.mark.django_db(transaction=True)
def test_writers_that_read_first_wait_for_each_other() -> None:
    """Both read, then both write: neither is turned away, and neither write is lost."""
    Group.objects.create(name="0")
    together = threading.Barrier(2, timeout=120)
    failures: list[BaseException] = []

    def count_up() -> None:
        try:
            for _ in range(10):
                together.wait()
                with transaction.atomic():
                    group = Group.objects.select_for_update().get()
                    group.name = str(int(group.name) + 1)
                    group.save()
        except Exception as error:  # noqa: BLE001 (told to the test's own thread)
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=count_up) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert Group.objects.get().name == "20"


@pytest.mark.postgresql  # SQLite locks the whole database
@pytest.mark.django_db(transaction=True)
def test_of_two_that_wait_for_each_other_one_is_ended_and_known_as_a_deadlock() -> None:
    names = ["first", "second"]
    for name in names:
        Group.objects.create(name=name)
    together = threading.Barrier(2, timeout=120)
    ended: list[bool] = []

    def change(*order: str) -> None:
        try:
            with transaction.atomic():
                Group.objects.filter(name=order[0]).update(name=order[0])
                together.wait()
                Group.objects.filter(name=order[1]).update(name=order[1])
        except OperationalError as error:
            ended.append(deadlocks.is_deadlock(error))
        finally:
            connection.close()

    threads = [
        threading.Thread(target=change, args=order) for order in (names, list(reversed(names)))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == [True]


@pytest.mark.postgresql
@pytest.mark.django_db
def test_several_rows_are_locked_by_the_order_of_their_keys() -> None:
    with CaptureQueriesContext(connection) as asked:
        deadlocks.lock_in_order(Group.objects.order_by("-name"))
    [statement] = [query["sql"] for query in asked.captured_queries]
    assert statement.startswith('SELECT "auth_group"."id"')
    assert statement.endswith('ORDER BY 1 ASC FOR UPDATE OF "auth_group"')
