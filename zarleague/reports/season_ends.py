"""Finish seasons whose last evening is over in the league's time zone."""

import datetime

from django.db import transaction
from django.db.models import QuerySet

from zarleague.leagues import audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import Season
from zarleague.play import notify
from zarleague.play.locks import lock_season
from zarleague.play.services.matches import close_open_matches
from zarleague.reports.background_work import jobs
from zarleague.reports.models import Job
from zarleague.reports.selectors import stale_reports


def end_seasons(now: datetime.datetime) -> None:
    """Finish every season whose last evening is over."""
    due = Season.objects.filter(state=Season.State.RUNNING, ends__isnull=False)
    for season in due.select_related("league"):
        if season.ends is not None and season.ends < season.league.evening_of(now):
            _finish(season)


def missing_reports() -> list[Job]:
    """Ask for missing and stale reports of finished seasons."""
    return [
        jobs.ask(Job.Kind.REPORT, season.league, season)
        for season in (*unreported().select_related("league"), *stale_reports())
        if not Job.objects.filter(season=season, state=Job.State.FAILED).exists()
    ]


def unreported() -> QuerySet[Season]:
    """Return the finished seasons that have hands and no report."""
    return Season.objects.filter(
        state=Season.State.FINISHED, reports__isnull=True, totals__isnull=False
    ).distinct()


@transaction.atomic
def _finish(season: Season) -> None:
    season = lock_season(season.pk)
    if season.state == Season.State.RUNNING:
        close_open_matches(season, Actor())
        season.state = Season.State.FINISHED
        season.save(update_fields=["state"])
        audit.record(
            "finish_season",
            season,
            Actor(),
            before={"state": Season.State.RUNNING.value},
            after={"state": Season.State.FINISHED.value},
        )
        notify.season_table_changed(season)
