"""What the metrics say of waiting work, backups and processes: read at each scrape."""

import datetime
import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError
from prometheus_client import ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from zarleague.background.celery import app
from zarleague.exchange import letters
from zarleague.exchange.backups.files import backups_in
from zarleague.exchange.models import Delivery, Letter, Push, Webhook
from zarleague.live.hub import hub
from zarleague.play import notices
from zarleague.play.models import Notice
from zarleague.reports import selectors


class Work:
    """Collector of what is still to be done, by kind, and of the last backup."""

    def collect(self) -> Iterable[Metric]:
        """Yield the gauges."""
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
            queue = connection.SimpleQueue(app.conf.task_default_queue)
            try:
                length = queue.qsize()
            except ChannelError:  # Redis keeps no empty queue
                length = 0
    except (OperationalError, OSError):
        return
    yield _gauge("zarleague_queued_tasks", "Tasks that no worker has taken yet.", length)


def _to_send() -> Iterator[Metric]:
    waiting = GaugeMetricFamily(
        "zarleague_messages_waiting", "Messages still to be sent.", labels=["kind"]
    )
    oldest = GaugeMetricFamily(
        "zarleague_oldest_message_seconds", "Age of the oldest of them.", labels=["kind"]
    )
    now = timezone.now()
    kinds: dict[str, list[QuerySet]] = {
        "mail": [
            Letter.objects.filter(sent_at=None, created_at__gt=now - letters.GIVE_UP_AFTER),
            Notice.objects.filter(sent_at=None, created_at__gt=now - notices.GIVE_UP_AFTER),
        ],
        "webhook": [Delivery.objects.filter(state=Delivery.State.WAITING, webhook__active=True)],
        "push": [Push.objects.all()],
    }
    for kind, querysets in kinds.items():
        found = [
            queryset.aggregate(count=Count("pk"), oldest=Min("created_at"))
            for queryset in querysets
        ]
        waiting.add_metric([kind], sum(one["count"] for one in found))
        oldest.add_metric([kind], max(_age(one["oldest"]) for one in found))
    yield waiting
    yield oldest
    given_up = sum(
        model.objects.filter(sent_at=None, created_at__lte=now - after).count()
        for model, after in ((Letter, letters.GIVE_UP_AFTER), (Notice, notices.GIVE_UP_AFTER))
    )
    yield _gauge(
        "zarleague_mail_given_up", "E-mails given up, as they could not be sent in time.", given_up
    )
    off = Webhook.objects.filter(active=False).exclude(problem="").count()
    yield _gauge("zarleague_webhooks_failed", "Webhooks switched off after failures.", off)


def _backups() -> Iterator[Metric]:
    """Yield the figures of the latest backup, on a machine that has the folder."""
    folder = Path(settings.BACKUP_DIR)
    try:
        found = backups_in(folder) if settings.BACKUP_DIR else {}
        size = found[max(found)].stat().st_size if found else 0
    except OSError:
        return
    if found:
        yield _gauge(
            "zarleague_last_backup_timestamp_seconds",
            "Time of the latest backup in BACKUP_DIR.",
            max(found).timestamp(),
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
