"""Celery tasks for disputes and stored logs. Every task may run twice, late, or concurrently with
itself."""

from typing import Final

from celery import shared_task
from django.utils import timezone

from zarleague.background import queueing
from zarleague.play import services
from zarleague.play.rulings import notices
from zarleague.play.verdicts import reverifying

MOST_CHUNKS: Final = 40
"""Chunks of logs enqueued at a time, so that hands entered meanwhile do not wait behind them."""
REQUEUE_AFTER: Final = 60
"""Seconds after which a chunk that was enqueued and not done may be enqueued again."""


@shared_task
def write_notices() -> None:
    """Write the e-mails about overdue rulings."""
    notices.write_overdue(timezone.now())


@shared_task
def close_idle_matches() -> None:
    """Close the matches that were left open, an hour after the site has started or the machine's
    clock has jumped."""
    now = timezone.now()
    if queueing.goes_steadily("close-idle-matches", now):
        services.close_idle_matches(now)


@shared_task
def judge_logs(ids: list[int]) -> None:
    """Judge these stored logs with the installed engine."""
    reverifying.judge_again(ids)


@shared_task
def judge_logs_behind() -> None:
    """Judge the stored logs that the installed engine has not judged: new ones, and all after an
    upgrade of the engine."""
    queue_logs()


def queue_logs() -> None:
    """Enqueue tasks for the logs to be judged, each chunk once in `REQUEUE_AFTER`."""
    for chunk in reverifying.chunks(MOST_CHUNKS):
        if queueing.claim(f"judge-logs-{chunk[0]}-{chunk[-1]}", REQUEUE_AFTER):
            judge_logs.delay(chunk)
