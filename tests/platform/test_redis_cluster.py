"""The rules of a Redis Cluster: keys of one command lie in one slot. A node that has all slots
enforces them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from celery import Celery
from kombu import Connection, Consumer, Queue
from kombu.exceptions import OperationalError

from tests.platform.test_redis_cache import EXPECTED, keep, through
from tests.waiting import until
from tools import services


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of one node; its address."""
    folder: Path = tmp_path_factory.mktemp("cluster")
    with services.own_redis(folder, "--cluster-enabled", "yes", database=0) as (url, _):
        with redis.Redis.from_url(url) as client:
            client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
            until(lambda: client.cluster("info")["cluster_state"] == "ok", "the cluster is formed")
        yield url


def taken(url: str, prefix: str) -> list[str]:
    """Queue a task, and return the names of those that a worker is given."""
    app = Celery(broker=url, set_as_current=False)
    app.conf.broker_transport_options = {"global_keyprefix": prefix}
    app.send_task("tests.a_task", retry=False)
    found: list[str] = []
    connection: Connection
    with (
        app.connection_for_read() as connection,
        Consumer(
            connection,
            [Queue("celery")],
            callbacks=[
                lambda body, message: (found.append(message.headers["task"]), message.ack())
            ],
        ),
    ):
        while not found:
            connection.drain_events(timeout=120)
    return found


def test_the_cache_goes_on_a_cluster(cluster: str) -> None:
    assert keep(through(cluster)) == EXPECTED


def test_queues_have_one_slot(cluster: str) -> None:
    assert taken(cluster, "{zarleague}:celery:") == ["tests.a_task"]
    with pytest.raises(OperationalError, match="same slot"):
        taken(cluster, "zarleague:celery:")
