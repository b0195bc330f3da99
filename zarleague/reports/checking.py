"""Derived data against a rebuild: made anew, or only compared."""

import datetime
import logging
from math import isclose
from typing import Any, Final

from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from zarleague.leagues.models import League, Season
from zarleague.play import services as play
from zarleague.play.locks import lock_season
from zarleague.reports import services
from zarleague.reports.models import RatingHistory, RatingList, RatingRow, RebuildCheck
from zarleague.reports.progress import Progress
from zarleague.reports.ratings import lists

DERIVED: Final = (
    "play.SeasonTotal",
    "play.EveningTotal",
    "play.MatchTotal",
    "play.PairTotal",
    "reports.EveningRank",
)
NOTHING: Final = 1e-3
"""Rating points that are no difference: another processor may round the last bits otherwise."""
KEPT: Final = datetime.timedelta(days=90)
"""How long a check that found nothing is kept."""

logger = logging.getLogger(__name__)


def rebuild_season(season: Season, *, keep: bool) -> list[str]:
    """Make a season's totals and ranks anew, and return the models whose rows changed by that.

    Unless ``keep``, everything is left as it was.
    """
    with transaction.atomic():
        lock_season(season.pk)
        before = _stored(season)
        play.rebuild(season)
        services.refresh_ranks(season.pk)
        after = _stored(season)
        transaction.set_rollback(not keep)
    return [name for name in DERIVED if after[name] != before[name]]


def rebuild_ratings(league: League, *, keep: bool) -> list[str]:
    """Likewise for the rating lists of a league."""
    with transaction.atomic():
        before = _ratings(league)
        RatingList.objects.filter(league=league).delete()
        lists.refresh(league, Progress.silent())
        after = _ratings(league)
        transaction.set_rollback(not keep)
    return [name for name in after if not _alike(before[name], after[name])]


def check_season(season: Season) -> RebuildCheck:
    """Compare a season with its rebuild, change nothing, and note what differed."""
    return _note(season.league, season, rebuild_season(season, keep=False))


def check_ratings(league: League) -> RebuildCheck:
    """Compare a league's ratings with their rebuild, change nothing, and note what differed."""
    return _note(league, None, rebuild_ratings(league, keep=False))


def checked_today() -> bool:
    """Whether anything was compared within a day."""
    day_ago = timezone.now() - datetime.timedelta(days=1)
    return RebuildCheck.objects.filter(checked_at__gt=day_ago).exists()


def forget_old_checks() -> None:
    """Forget the checks of long ago that found nothing."""
    RebuildCheck.objects.filter(checked_at__lt=timezone.now() - KEPT, differences=[]).delete()


def _note(league: League, season: Season | None, differences: list[str]) -> RebuildCheck:
    check = RebuildCheck.objects.create(league=league, season=season, differences=differences)
    if differences:
        logger.error("Derived data is not as rebuilt. %s", check)
    return check


def _stored(season: Season) -> dict[str, list[tuple[Any, ...]]]:
    """The derived rows of a season by model, in an order of their own."""
    return {name: _rows(apps.get_model(name), {"season": season}) for name in DERIVED}


def _ratings(league: League) -> dict[str, list[tuple[Any, ...]]]:
    """The rating rows of a league by model, in an order that does not hang on the ratings; the
    lists' own keys stand for their ids."""
    game_of = dict(RatingList.objects.filter(league=league).values_list("pk", "game"))
    found: dict[str, list[tuple[Any, ...]]] = {}
    for model in (RatingRow, RatingHistory):
        fields = [name for name in _fields(model) if name != "list_id"]
        rows = model._default_manager.filter(list__league=league)
        found[model._meta.label] = sorted(
            ((game_of[of_list], *row) for of_list, *row in rows.values_list("list_id", *fields)),
            key=lambda row: repr([value for value in row if not isinstance(value, float)]),
        )
    return found


def _alike(before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]) -> bool:
    """Whether rows in the same order differ by next to nothing."""
    return len(before) == len(after) and all(
        isclose(then, now, rel_tol=0.0, abs_tol=NOTHING)
        if isinstance(then, float) and isinstance(now, float)
        else then == now
        for old, new in zip(before, after, strict=True)
        for then, now in zip(old, new, strict=True)
    )


def _rows(model: type[models.Model], where: dict[str, Any]) -> list[tuple[Any, ...]]:
    rows = model._default_manager.filter(**where).values_list(*_fields(model))
    return sorted(rows, key=repr)


def _fields(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
