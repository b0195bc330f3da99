"""What the metrics say of waiting work, backups and processes: read at each scrape."""

import datetime
import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Min
from django.utils import timezone
from kombu import Connection, Queue
from kombu.exceptions import ChannelError, OperationalError
from prometheus_client import ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from zarleague.background.celery import app
from zarleague.background.sending import Channel, Outgoing
from zarleague.exchange.backups.files import backups_in
from zarleague.exchange.letters import LETTERS
from zarleague.exchange.models import Webhook
from zarleague.exchange.pushing import EVENING_PUSHES, PUSHES
from zarleague.exchange.webhooks.delivering import DELIVERIES
from zarleague.live.hub import hub
from zarleague.play.rulings.notices import NOTICES
from zarleague.reports import selectors

KINDS: Final[dict[str, list[Channel[Any]]]] = {
    "mail": [LETTERS, NOTICES],
    "webhook": [DELIVERIES],
    "push": [PUSHES, EVENING_PUSHES],
}


class Work:
    """Collector of what is still to be done, by kind, and of the last backup."""

    def collect(self) -> Iterable[Metric]:
        yield _gauge(
            "zarleague_seasons_behind",
            "Seasons whose ranks are older than their results.",
            selectors.count_seasons_behind(),
        )
        oldest = _age(selectors.oldest_waiting())
        yield _gauge("zarleague_oldest_job_seconds", "Age of the oldest waiting job.", oldest)
        yield from _queue()
        yield from _to_send()
        yield from _backups()
        yield _gauge("zarleague_open_streams", "Live streams of this process.", len(hub))


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


def _age(since: datetime.datetime | None) -> float:
    return max(0.0, (timezone.now() - since).total_seconds()) if since else 0.0


def _queue() -> Iterator[Metric]:
    """Yield the length of the queue; nothing while the broker is away."""
    try:
        with app.connection_for_read(transport_options={"max_retries": 0}) as connection:
            length = sum(_length(connection, queue) for queue in app.conf.task_queues)
    except (OperationalError, OSError):
        return
    yield _gauge("zarleague_queued_tasks", "Tasks that no worker has taken yet.", length)


def _length(connection: Connection, queue: Queue) -> int:
    try:
        return int(connection.SimpleQueue(queue).qsize())
    except ChannelError:  # Redis keeps no empty queue
        return 0


def _to_send() -> Iterator[Metric]:
    waiting = GaugeMetricFamily(
        "zarleague_messages_waiting", "Messages still to be sent.", labels=["kind"]
    )
    oldest = GaugeMetricFamily(
        "zarleague_oldest_message_seconds", "Age of the oldest of them.", labels=["kind"]
    )
    for kind, channels in KINDS.items():
        found = [
            channel.waiting()
            .filter(channel.ready(timezone.now()))
            .aggregate(count=Count("pk"), oldest=Min("created_at"))
            for channel in channels
        ]
        waiting.add_metric([kind], sum(one["count"] for one in found))
        oldest.add_metric([kind], max(_age(one["oldest"]) for one in found))
    yield waiting
    yield oldest
    given_up = sum(
        channel.model._default_manager.filter(state=Outgoing.State.GIVEN_UP).count()
        for channel in KINDS["mail"]
    )
    yield _gauge(
        "zarleague_mail_given_up", "E-mails given up, as they could not be sent in time.", given_up
    )
    off = Webhook.objects.filter(active=False).exclude(problem="").count()
    yield _gauge("zarleague_webhooks_failed", "Webhooks switched off after failures.", off)


def _backups() -> Iterator[Metric]:
    """Yield the figures of the latest backup where ``BACKUP_DIR`` is set.

    They are zeros without one, or if the folder cannot be read, so that an alarm is raised.
    """
    if not settings.BACKUP_DIR:
        return
    try:
        found = backups_in(Path(settings.BACKUP_DIR))
        size = found[max(found)].stat().st_size if found else 0
    except OSError:
        found, size = {}, 0
    yield _gauge(
        "zarleague_last_backup_timestamp_seconds",
        "Time of the latest backup in BACKUP_DIR; 0 if there is none.",
        max(found).timestamp() if found else 0,
    )
    yield _gauge("zarleague_last_backup_bytes", "Its size.", size)


class Processes:
    """Collector of memory, processor time and open files of all web processes of a machine.

    They are those with files in *folder*, where the processes of one server keep their figures for
    each other.
    """

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def collect(self) -> Iterable[Metric]:
        """Yield what prometheus_client says of one process, with the process as a label."""
        families: dict[str, Metric] = {}
        for pid in sorted(self._pids()):
            for metric in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                of_type = CounterMetricFamily if metric.type == "counter" else GaugeMetricFamily
                family = families.setdefault(
                    metric.name, of_type(metric.name, metric.documentation, labels=["pid"])
                )
                for sample in metric.samples:
                    family.add_metric([str(pid)], sample.value)  # type: ignore[attr-defined]
        yield from families.values()

    def _pids(self) -> set[int]:
        named = (re.fullmatch(r"\w+_(\d+)\.db", path.name) for path in self._folder.glob("*.db"))
        return {pid for name in named if name and _is_running(pid := int(name[1]))}


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return False  # the number is another's now
    return True
