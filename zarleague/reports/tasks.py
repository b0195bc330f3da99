"""Background work on derived figures.

Every task may run twice, late or beside itself: each works out what the confirmed hands say now
and writes it in one transaction.
"""

from typing import Any, Final

from celery import shared_task
from django.core.cache import cache
from django.core.management import call_command

from zarleague.leagues.models import League, Season
from zarleague.reports import checking, jobs, season_ends, selectors, services
from zarleague.reports.models import Job
from zarleague.reports.season_report.making import make_report

WAITING: Final = 60
"""Seconds after which a refresh that was queued and never began is queued again."""
SETTLED: Final = 60
"""Seconds after which a site that has just started has time for what can wait."""
PAUSE: Final = 2
"""Seconds a refresh of ratings waits for more hands: one fit is as good for several."""


@shared_task
def refresh_season(season_id: int) -> None:
    """Make what is derived from a season's hands, beyond the totals, anew."""
    cache.delete(_waiting("season", season_id))  # what is confirmed from now on needs another
    services.refresh_ranks(season_id)
    season = Season.objects.select_related("league").get(pk=season_id)
    queue_ratings(season.league_id)
    # The hands of one season move the ratings of those after it.
    for told in selectors.stale_reports(moved_by=season):
        queue_job(jobs.ask(Job.Kind.REPORT, told.league, told))


@shared_task
def refresh_ratings(league_id: int) -> None:
    """Bring a league's rating lists up to its hands."""
    cache.delete(_waiting("ratings", league_id))
    services.refresh_ratings(League.objects.get(pk=league_id))


@shared_task
def compare_raters(league_id: int) -> None:
    """Mark how well each rater would have predicted a league's hands."""
    services.refresh_backtests(League.objects.get(pk=league_id))


@shared_task
def report_season(season_id: int) -> None:
    """Make a season's report, if there is anything new to tell."""
    make_report(Season.objects.select_related("league").get(pk=season_id))


@shared_task
def end_seasons() -> None:
    """Finish the seasons whose last evening is over; have every finished season reported."""
    for job in season_ends.end_seasons():
        queue_job(job)


@shared_task
def take_up_lost_jobs() -> None:
    """Queue again what was asked for and is not being done, because a process was killed."""
    for job in jobs.lost():
        queue_job(job)


@shared_task
def check_derived_data() -> None:
    """Compare everything derived with a rebuild, a task for each season and league."""
    for season in Season.objects.order_by("pk"):
        check_season.delay(season.pk)
    for league in League.objects.order_by("pk"):
        check_ratings.delay(league.pk)


@shared_task
def check_season(season_id: int) -> None:
    """Compare one season with its rebuild."""
    checking.check_season(Season.objects.select_related("league").get(pk=season_id))


@shared_task
def check_ratings(league_id: int) -> None:
    """Compare one league's ratings with their rebuild."""
    checking.check_ratings(League.objects.get(pk=league_id))


@shared_task
def clean_up() -> None:
    """Forget sessions that have expired, and checks of long ago."""
    call_command("clearsessions")
    checking.forget_old_checks()


def catch_up() -> None:
    """Queue what the clock would have while a site on one machine was off. Such a machine may be
    off every night: then what is done at night is done soon after it has started."""
    take_up_lost_jobs.delay()
    end_seasons.delay()
    if not checking.checked_today():
        check_derived_data.apply_async(countdown=SETTLED)
        clean_up.apply_async(countdown=SETTLED)


def queue_refresh(sender: type[Season], season_id: int, **_: Any) -> None:
    """Have the season refreshed; once if several hands are confirmed before that begins."""
    if cache.add(_waiting("season", season_id), value=True, timeout=WAITING):
        refresh_season.delay(season_id)


def queue_ratings(league_id: int) -> None:
    """Have the league's ratings refreshed; once if several hands are confirmed before that."""
    if cache.add(_waiting("ratings", league_id), value=True, timeout=WAITING):
        refresh_ratings.apply_async((league_id,), countdown=PAUSE)


def queue_job(job: Job) -> None:
    """Queue the task that does a job, when the current transaction commits."""
    match job.kind:
        case Job.Kind.RATINGS:
            refresh_ratings.delay_on_commit(job.league_id)
        case Job.Kind.BACKTEST:
            compare_raters.delay_on_commit(job.league_id)
        case Job.Kind.REPORT:
            report_season.delay_on_commit(job.season_id)


def _waiting(what: str, of: int) -> str:
    return f"refresh-{what}-{of}"
