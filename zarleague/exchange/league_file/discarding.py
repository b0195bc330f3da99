"""Remove a league whose import was not finished, or in which nobody has ever played."""

from array import array
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from django.apps import apps
from django.db import connection, models, transaction

from zarleague.exchange.league_file.left_out import DERIVED, MADE_MEANWHILE
from zarleague.exchange.league_file.records import ACCOUNTS, LEAGUE, RECORDS
from zarleague.exchange.league_file.writing import absent_name
from zarleague.exchange.models import Transfer
from zarleague.leagues.models import League, User
from zarleague.leagues.of_league import OfLeague
from zarleague.play import triggers
from zarleague.play.models import (
    EveningTotal,
    Hand,
    HandResult,
    HandVersion,
    Match,
    MatchSeat,
    MatchTotal,
    PairTotal,
    SeasonEvening,
    SeasonTotal,
)
from zarleague.reports.models import DerivedPart, EveningRank, ReportPrint
from zarleague.reports.season_report.files import pdf_storage

PORTION: Final = 1000
"""Rows removed in one transaction, so that nobody at a table waits."""
_OF_SEASON: Final[dict[type[models.Model], str]] = {
    DerivedPart: "season",
    EveningRank: "season",
    SeasonTotal: "season",
    EveningTotal: "season",
    MatchTotal: "season",
    PairTotal: "season",
    SeasonEvening: "season",
    HandResult: "version__hand__match__season",
    Hand: "match__season",
    MatchSeat: "match__season",
    Match: "season",
}
"""The lookup from a row to its season, in the order of removal; hands take their versions along."""


def discard(league: League, *, also: Mapping[str, str] = MappingProxyType({})) -> None:
    """Remove the rows of an unfinished league, the last written first. Safe to repeat. ``also``:
    further models that may have rows, and the lookup of their league."""
    for label, lookup in {**MADE_MEANWHILE, **DERIVED, **also}.items():
        _remove(apps.get_model(label), {lookup: league.pk})
    for record in reversed(RECORDS):
        of = {"league" if issubclass(record.model, OfLeague) else record.league: league.pk}
        if record.model is HandVersion:
            continue  # a hand and its versions refer to each other
        if record.model is Hand:
            _remove(Hand, of, before=partial(_remove_versions, league))
        elif record.model is ReportPrint:
            _remove(ReportPrint, of, before=pdf_storage.drop)
        elif record not in (ACCOUNTS, LEAGUE):
            _remove(record.model, of)
    with transaction.atomic():
        Transfer.objects.filter(league=league, direction=Transfer.Direction.OUT).delete()
        Transfer.objects.filter(league=league).update(league=None)
        User.objects.filter(username__startswith=absent_name(league, "")).delete()
        _rows(League).filter(pk=league.pk)._raw_delete("default")


def discard_season(season_id: int, league: League) -> None:
    """Remove the rows of a season that have the key of this league, while the season itself is in a
    hidden one. Safe to repeat."""
    for model, lookup in _OF_SEASON.items():
        of = {"league": league.pk, lookup: season_id}
        _remove(model, of, before=partial(_remove_versions, league) if model is Hand else _nothing)


def _rows(model: type[models.Model]) -> "models.QuerySet[Any]":
    """Return all rows, by a manager that can delete: those of append-only models refuse to."""
    return models.QuerySet(model).order_by()


def _nothing(keys: list[int]) -> None:
    pass


def _remove_versions(league: League, hands: list[int]) -> None:
    _rows(HandVersion).filter(league=league, hand__in=hands)._raw_delete("default")


def _remove(
    model: type[models.Model],
    of: dict[str, int],
    before: Callable[[list[int]], None] = _nothing,
) -> None:
    found = _rows(model).filter(**of)
    if isinstance(model._meta.pk, models.CompositePrimaryKey):
        with transaction.atomic():
            found.delete()
        return
    keys = array("q", found.values_list("pk", flat=True).iterator(20_000))
    for start in range(0, len(keys), PORTION):
        portion = list(keys[start : start + PORTION])
        # What refers to these rows is removed before them. SQLite would look for it all the same,
        # in the rows of all leagues where the foreign key has no index.
        with connection.constraint_checks_disabled(), transaction.atomic(), triggers.rewriting():
            before(portion)
            found.filter(pk__in=portion)._raw_delete("default")
