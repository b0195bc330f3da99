"""Reads of derived figures."""

import datetime

from django.db.models import Q

from zarleague.leagues.models import League, Season
from zarleague.reports.models import Backtest, EveningRank, Job, ReportState, SeasonReport
from zarleague.reports.ratings.lists import rater_key
from zarleague.reports.ratings.reading import (
    PlayerRating,
    Rated,
    Shown,
    expected_result,
    rated_games,
    rating_changes,
    rating_list,
    ratings_of,
    rows_of,
    upsets_of,
)
from zarleague.reports.revisions import season_revision

__all__ = [
    "PlayerRating",
    "Rated",
    "Shown",
    "backtest_of",
    "expected_result",
    "job_of",
    "rank_history",
    "rated_games",
    "rater_key",
    "rating_changes",
    "rating_list",
    "ratings_of",
    "report_is_stale",
    "rows_of",
    "stale_reports",
    "upsets_of",
]


def rank_history(season: Season) -> dict[datetime.date, dict[int, int | None]]:
    """Rank by player id after each evening, evenings in order; None while short of a minimum."""
    history: dict[datetime.date, dict[int, int | None]] = {}
    rows = EveningRank.objects.filter(season=season).order_by("evening")
    for evening, player, rank in rows.values_list("evening", "player_id", "rank"):
        history.setdefault(evening, {})[player] = rank
    return history


def report_is_stale(season: Season) -> bool:
    """Whether the season has a report, and it no longer tells what the hands say."""
    if not SeasonReport.objects.filter(season=season).exists():
        return False
    told = ReportState.objects.filter(season=season).values_list("revision", flat=True).first()
    return told != season_revision(season)


def stale_reports(moved_by: Season | None = None) -> list[Season]:
    """The finished seasons whose latest report is stale; with *moved_by* only those that the hands
    of that season can have moved: itself, and the league's that were played while it was or later.
    """
    finished = Season.objects.filter(state=Season.State.FINISHED).select_related("league")
    if moved_by is not None:
        later = Q(league=moved_by.league_id, matches__played_on__gte=moved_by.starts)
        finished = finished.filter(Q(pk=moved_by.pk) | later).distinct()
    return [season for season in finished.order_by("pk") if report_is_stale(season)]


def backtest_of(league: League, game: str) -> Backtest | None:
    """The kept comparison of the raters for one game."""
    return Backtest.objects.filter(league=league, game=game).first()


def job_of(kind: Job.Kind, league: League, season: Season | None = None) -> Job | None:
    """The latest run of a kind of work, done or not."""
    return Job.objects.filter(kind=kind, league=league, season=season).first()
