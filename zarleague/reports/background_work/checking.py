"""Compare derived data with a rebuild, and replace what differs."""

import datetime
import logging
from functools import partial
from typing import Final, NamedTuple

from django.utils import timezone

from zarleague.leagues.models import League, Season
from zarleague.play import services as play
from zarleague.play.selectors import hands_of, hands_of_league
from zarleague.reports.all_time.build import rebuild_all_time
from zarleague.reports.background_work import out_of_date
from zarleague.reports.background_work.subprocess_or_inline import compute
from zarleague.reports.models import (
    DerivedPart,
    EveningRank,
    RatingList,
    RebuildCheck,
    ReportExtract,
)
from zarleague.reports.rank_history.ranks import ranks_differ, refresh_ranks
from zarleague.reports.season_report.stored import rebuild_extracts

CLEAN_CHECKS_KEPT: Final = datetime.timedelta(days=90)
"""Age at which a check without differences is deleted."""

logger = logging.getLogger(__name__)


def rebuild_season(season: Season, *, keep: bool) -> list[str]:
    """Recompute a season's totals, ranks and extracts of its reports; return the models whose rows
    differ. With ``keep`` replace the rows that differ. The lock is held only while writing, so
    entering hands is not held up.
    """
    differing = play.rebuild(season, write=keep)
    if _rebuild_ranks(season) if keep else ranks_differ(season):
        differing.append(EveningRank._meta.label)
    if rebuild_extracts(season, write=keep):
        differing.append(ReportExtract._meta.label)
    return differing


def _rebuild_ranks(season: Season) -> bool:
    """Rank all evenings again; return whether what is stored was wrong, which is then right."""
    derive = partial(refresh_ranks, season.pk, take_over=True)
    derive()  # what is only behind is not wrong
    before = _revision(season)
    return derive(every_evening=True) and _revision(season) == before


def _revision(season: Season) -> int:
    return Season.objects.values_list("revision", flat=True).get(pk=season.pk)


def rebuild_ratings(league: League, *, keep: bool) -> list[str]:
    """Compute a league's rating lists and all-time figures from its hands and return what differs
    from the stored ones, like `rebuild_season`."""
    from zarleague.reports.ratings import lists  # loads numpy

    games = lists.games_of(league)
    differing: set[str] = set()
    if keep and rebuild_all_time(league):
        differing.add(DerivedPart._meta.label)
    for game in games:
        differing |= lists.check_game(league, game, write=keep)
    gone = RatingList.objects.filter(league=league).exclude(game__in=games)
    if gone.exists():
        differing.add(RatingList._meta.label)
        if keep:
            gone.delete()
    return sorted(differing)


class RebuildComparison(NamedTuple):
    """The models whose rows differ from a rebuild."""

    wrong: list[str]
    behind: list[str]
    """Only older than the hands: the site derives them when it runs."""


def compare_season(season: Season) -> RebuildComparison:
    """Compare a season with its rebuild. Write nothing."""
    behind = _are_ranks_behind(season)
    differing = rebuild_season(season, keep=False)
    ranks = EveningRank._meta.label
    if ranks in differing and (behind or _are_ranks_behind(season)):
        return RebuildComparison([label for label in differing if label != ranks], [ranks])
    return RebuildComparison(differing, [])


def compare_ratings(league: League) -> RebuildComparison:
    """Compare a league's ratings with their rebuild. Write nothing."""
    behind = out_of_date.are_ratings_behind(league)
    differing = rebuild_ratings(league, keep=False)
    if behind or out_of_date.are_ratings_behind(league):
        return RebuildComparison([], differing)
    return RebuildComparison(differing, [])


def _are_ranks_behind(season: Season) -> bool:
    return out_of_date.seasons_behind().filter(pk=season.pk).exists()


def check_season(season: Season) -> RebuildCheck:
    """Compare a season with its rebuild; record the differences and repair them."""
    found = compute(hands_of(season), rebuild_season, season, keep=True)
    return _record(season.league, season, found)


def check_ratings(league: League) -> RebuildCheck:
    """Compare a league's ratings with a rebuild; record the differences and repair them."""
    found = compute(hands_of_league(league), rebuild_ratings, league, keep=True)
    return _record(league, None, found)


def checked_today() -> bool:
    """Return whether anything was compared within the last 24 hours."""
    day_ago = timezone.now() - datetime.timedelta(days=1)
    return RebuildCheck.objects.filter(checked_at__gt=day_ago).exists()


def delete_old_checks() -> None:
    """Delete old checks that found no difference."""
    RebuildCheck.objects.filter(
        checked_at__lt=timezone.now() - CLEAN_CHECKS_KEPT, differences=[]
    ).delete()


def _record(league: League, season: Season | None, differences: list[str]) -> RebuildCheck:
    check = RebuildCheck.objects.create(
        league=league, season=season, differences=differences, repaired=bool(differences)
    )
    if differences:
        logger.error("Derived data was not as rebuilt and has been repaired. %s", check)
    return check
