"""Two writers at the same time, on either database."""

import threading

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction


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
