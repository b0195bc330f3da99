"""Background work on disputes and stored logs. Every task may run twice, late or beside itself."""

from typing import Final

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from zarleague.play import notices, reverifying

MOST_CHUNKS: Final = 40
"""Chunks of logs queued at a time, so that hands entered meanwhile do not wait behind them."""
REQUEUE_AFTER: Final = 60
"""Seconds after which a chunk that was queued and not done may be queued again."""


@shared_task
def send_notices() -> None:
    """Send the e-mails about disputes and overdue rulings."""
    notices.write_overdue(timezone.now())
    notices.send()


@shared_task
def judge_logs(ids: list[int]) -> None:
    """Judge these stored logs with today's engine."""
    reverifying.judge_again(ids)


@shared_task
def judge_logs_behind() -> None:
    """Judge the stored logs that today's engine has not judged: new ones, and all after an upgrade
    of the engine."""
    queue_logs()


def queue_logs() -> None:
    """Queue tasks for the logs that are behind, each chunk once in `REQUEUE_AFTER`."""
    for chunk in reverifying.chunks(MOST_CHUNKS):
        if cache.add(f"judge-logs-{chunk[0]}-{chunk[-1]}", value=True, timeout=REQUEUE_AFTER):
            judge_logs.delay(chunk)
