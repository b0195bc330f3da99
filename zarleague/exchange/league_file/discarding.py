"""Remove a league whose import was not finished; nobody has ever seen it."""

from array import array
from collections.abc import Callable
from typing import Any, Final

from django.apps import apps
from django.db import models, transaction

from zarleague.exchange.league_file.left_out import DERIVED
from zarleague.exchange.league_file.records import ACCOUNTS, LEAGUE, RECORDS
from zarleague.exchange.league_file.writing import absent_name
from zarleague.leagues.models import League, User
from zarleague.play import triggers
from zarleague.play.models import Hand, HandVersion
from zarleague.reports.models import ReportPrint
from zarleague.reports.season_report import prints

PORTION: Final = 1000
"""Rows removed in one transaction, so that nobody at a table waits."""


def discard(league: League) -> None:
    """Remove the rows of an unfinished league, the last written first. Safe to repeat."""
    for label, lookup in DERIVED.items():
        _remove(apps.get_model(label), {lookup: league.pk})
    for record in reversed(RECORDS):
        if record.model is HandVersion:
            continue  # a hand and its versions refer to each other
        if record.model is Hand:
            _remove(Hand, {record.league: league.pk}, before=_remove_versions)
        elif record.model is ReportPrint:
            _remove(ReportPrint, {record.league: league.pk}, before=prints.drop)
        elif record not in (ACCOUNTS, LEAGUE):
            _remove(record.model, {record.league: league.pk})
    User.objects.filter(username__startswith=absent_name(league, "")).delete()
    _rows(League).filter(pk=league.pk)._raw_delete("default")


def _rows(model: type[models.Model]) -> "models.QuerySet[Any]":
    """Return all rows, by a manager that can delete: those of append-only models refuse to."""
    return models.QuerySet(model).order_by()


def _remove_versions(hands: list[int]) -> None:
    _rows(HandVersion).filter(hand__in=hands)._raw_delete("default")


def _remove(
    model: type[models.Model],
    of: dict[str, int],
    before: Callable[[list[int]], None] = lambda keys: None,
) -> None:
    found = _rows(model).filter(**of)
    if isinstance(model._meta.pk, models.CompositePrimaryKey):
        with transaction.atomic():
            found.delete()
        return
    keys = array("q", found.values_list("pk", flat=True).iterator(20_000))
    for start in range(0, len(keys), PORTION):
        portion = list(keys[start : start + PORTION])
        with transaction.atomic(), triggers.rewriting():
            before(portion)
            _rows(model).filter(pk__in=portion)._raw_delete("default")
