"""Reads of derived figures."""

import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet

from zarleague.leagues.models import League, Season
from zarleague.play.models import Match
from zarleague.reports.background_work.out_of_date import seasons_behind
from zarleague.reports.background_work.revisions import season_revision
from zarleague.reports.models import (
    Backtest,
    Experiment,
    Job,
    RatingList,
    RatingRow,
    ReportState,
    SeasonReport,
)
from zarleague.reports.ratings.chosen import rater_key
from zarleague.standings.ratings.raters import MODEL

if TYPE_CHECKING:
    from zarleague.reports.ratings.reading import (
        GameRating,
        Rated,
        ShownRating,
        anybody_settled,
        expected_result,
        groups_of,
        is_any_rated,
        players_rated,
        rated_games,
        rating_changes,
        rating_list,
        ratings_of,
        rows_of,
        upsets_of,
    )

__all__ = [
    "GameRating",
    "Rated",
    "ShownRating",
    "anybody_settled",
    "backtest_of",
    "expected_result",
    "experiment_of",
    "experiments_of",
    "groups_of",
    "is_any_rated",
    "job_of",
    "latest_report_number",
    "players_rated",
    "rated_games",
    "rater_key",
    "rating_changes",
    "rating_list",
    "ratings_of",
    "report_by_number",
    "report_is_stale",
    "reports_of",
    "rows_of",
    "stale_reports",
    "upsets_of",
]


def __getattr__(name: str) -> Any:
    """Return a selector of ratings, which are read with numpy: it is loaded when it is needed."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zarleague.reports.ratings import reading

    return getattr(reading, name)


def strengths(sender: object, league: League, game: str, players: list[int], **more: Any) -> Any:
    """Return the ratings of some players of a game by their ids: how strong a draw takes them."""
    rows = RatingRow.objects.filter(
        league=league, list__league=league, list__game=game, player__in=players
    )
    return dict(rows.values_list("player_id", "rating"))


def report_is_stale(season: Season) -> bool:
    """Return whether the season's latest report no longer agrees with its hands."""
    if not SeasonReport.objects.filter(season=season).exists():
        return False
    reported = ReportState.objects.filter(season=season).values_list("revision", flat=True).first()
    return reported != season_revision(season)


def stale_reports(moved_by: Season | None = None) -> list[Season]:
    """Return the finished seasons whose latest report is stale. With *moved_by* only those that a
    change in that season can affect: itself, and the league's seasons played at the same time or
    later.
    """
    finished = Season.objects.filter(state=Season.State.FINISHED).select_related("league")
    if moved_by is not None:
        later = Exists(Match.objects.filter(season=OuterRef("pk"), played_on__gte=moved_by.starts))
        finished = finished.filter(Q(pk=moved_by.pk) | later, league=moved_by.league_id)
    return [season for season in finished.order_by("pk") if report_is_stale(season)]


def reports_of(season: Season) -> QuerySet[SeasonReport]:
    """Return the reports of a season without their figures, the latest first."""
    return SeasonReport.objects.filter(season=season).defer("body", "differences")


def report_by_number(season: Season, number: int) -> SeasonReport | None:
    """Return a report of a season, None if there is none; its figures, which may be megabytes, are
    read when they are asked for."""
    return reports_of(season).filter(number=number).first()


def latest_report_number(season: Season) -> int:
    """Return the number of a season's latest report, 0 if there is none."""
    return SeasonReport.objects.filter(season=season).aggregate(n=Max("number"))["n"] or 0


def backtest_of(league: League, game: str) -> Backtest | None:
    return Backtest.objects.filter(league=league, game=game).first()


def recompute_job(found: RatingList) -> Job | None:
    """Return the site's job that recomputes ratings of an earlier model; None if the list is of the
    current model."""
    if found.model >= MODEL:
        return None
    return Job.objects.filter(kind=Job.Kind.RECOMPUTE).first()


def job_of(kind: Job.Kind, league: League, season: Season | None = None) -> Job | None:
    """Return the latest job of a kind, done or not."""
    return Job.objects.filter(kind=kind, league=league, season=season).first()


def oldest_waiting() -> datetime.datetime | None:
    """Return since when the oldest job has waited for a worker, None if none is waiting."""
    waiting = Job.objects.filter(state=Job.State.WAITING)
    return waiting.aggregate(oldest=Min("asked_at"))["oldest"]


def count_seasons_behind() -> int:
    """Return how many seasons have ranks older than their results."""
    return seasons_behind().count()


def experiments_of(league: League) -> QuerySet[Experiment]:
    """Return the comparisons of house rules that a league asked for, the latest first."""
    return Experiment.objects.filter(league=league)


def experiment_of(league: League, experiment_id: int) -> Experiment | None:
    """Return one comparison of house rules of a league, None if there is none."""
    return experiments_of(league).filter(pk=experiment_id).first()
