"""Celery tasks for disputes and stored logs. Every task may run twice, late, or concurrently with
itself."""

from typing import Final

from celery import shared_task
from django.utils import timezone

from zarleague.background import queueing
from zarleague.background.celery import always
from zarleague.leagues.models import League
from zarleague.play import services
from zarleague.play.rulings import notices
from zarleague.play.verdicts import reverifying

MOST_LEAGUES: Final = 40
"""Leagues whose logs are enqueued at a time, so that hands entered meanwhile do not wait behind
them."""
LOST_AFTER: Final = 60
"""Seconds after which a league's logs that were enqueued may be enqueued again though their task
has not begun."""


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


@shared_task(about=League, lost_after=LOST_AFTER, is_long=staticmethod(always))
def judge_logs_of(league_id: int) -> None:
    """Judge some stored logs of a league with the installed engine. Queue the task again for the
    others, behind the tasks of other leagues, and a little later if there is no time for them."""
    seconds = reverifying.judge_next(league_id)
    if seconds is not None:
        judge_logs_of.queue_once(league_id, countdown=seconds)


@shared_task
def judge_logs_behind() -> None:
    """Judge the stored logs that the installed engine has not judged: new ones, and all after an
    upgrade of the engine."""
    queue_logs()


def queue_logs() -> None:
    """Enqueue tasks for the logs to be judged, one for each of the leagues that have waited
    longest."""
    for league_id in list(reverifying.by_league())[:MOST_LEAGUES]:
        judge_logs_of.queue_once(league_id)
