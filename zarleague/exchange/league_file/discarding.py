"""Remove leagues that nobody sees: those whose import was not finished, in which a season was being
written, or in which nobody has ever played.

A hidden league has no members, and the time when it was begun is in its provisional slug.
"""

import datetime
import re
import time
import uuid
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
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.leagues.models import League, Season, User
from zarleague.leagues.of_league import OfLeague
from zarleague.play import models as play
from zarleague.play import triggers
from zarleague.reports.models import DerivedPart, EveningRank, ReportPrint
from zarleague.reports.season_report.files import pdf_storage

PORTION: Final = 1000
"""Rows removed in one transaction, so that nobody at a table waits."""
_OF_SEASON: Final[dict[type[models.Model], str]] = {
    DerivedPart: "season",
    EveningRank: "season",
    play.SeasonTotal: "season",
    play.EveningTotal: "season",
    play.MatchTotal: "season",
    play.PairTotal: "season",
    play.SeasonEvening: "season",
    play.HandResult: "version__hand__match__season",
    play.Hand: "match__season",
    play.MatchSeat: "match__season",
    play.Match: "season",
}
"""The lookup from a row to its season, in the order of removal; hands take their versions along."""


def discard(league: League, *, also: Mapping[str, str] = MappingProxyType({})) -> None:
    """Remove the rows of an unfinished league, the last written first. Safe to repeat. ``also``:
    further models that may have rows, and the lookup of their league."""
    for label, lookup in {**MADE_MEANWHILE, **DERIVED, **also}.items():
        _remove(apps.get_model(label), {lookup: league.pk})
    for record in reversed(RECORDS):
        of = {"league" if issubclass(record.model, OfLeague) else record.league: league.pk}
        if record.model is play.HandVersion:
            continue  # a hand and its versions refer to each other
        if record.model is play.Hand:
            _remove(play.Hand, of, before=partial(_remove_versions, league))
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
        _remove(
            model, of, before=partial(_remove_versions, league) if model is play.Hand else _nothing
        )


def _rows(model: type[models.Model]) -> "models.QuerySet[Any]":
    """Return all rows, by a manager that can delete: those of append-only models refuse to."""
    return models.QuerySet(model).order_by()


def _nothing(keys: list[int]) -> None:
    pass


def _remove_versions(league: League, hands: list[int]) -> None:
    _rows(play.HandVersion).filter(league=league, hand__in=hands)._raw_delete("default")


def _remove(
    model: type[models.Model], of: dict[str, int], before: Callable[[list[int]], None] = _nothing
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


KEPT: Final = datetime.timedelta(days=1)
"""Time for which a hidden league is left alone if no transfer says whether it is being worked on:
`manage.py import_league` makes such leagues."""
_SLUG: Final = re.compile(r"import-(?:([0-9a-f]{8})-)?[0-9a-f]{32}")


def hidden_slug() -> str:
    return f"import-{int(time.time()):08x}-{uuid.uuid4().hex}"


def is_hidden(slug: str) -> bool:
    return _SLUG.fullmatch(slug) is not None


def abandoned() -> list[League]:
    """Return the hidden leagues that nobody works on any more."""
    hidden = League.objects.filter(
        slug__startswith="import-", visibility=League.Visibility.PRIVATE, memberships=None
    )
    of_sheets = HistoryImport.objects.filter(unseen__isnull=False).values("unseen")
    transfers = Transfer.objects.filter(league__in=hidden)
    ended = set(transfers.exclude(state__in=Transfer.OPEN).values_list("league", flat=True))
    open_ = transfers.filter(state__in=Transfer.OPEN).values("league")
    return [
        league
        for league in hidden.exclude(pk__in=of_sheets).exclude(pk__in=open_)
        if _is_old(league.slug) or (league.pk in ended and is_hidden(league.slug))
    ]


def remove_hidden(league_id: int) -> None:
    """Remove a league that `abandoned` returned, with the seasons in it that were to become those
    of another league."""
    league = League.objects.filter(pk=league_id).first()
    if league is None or league not in abandoned():
        return
    for season in Season.objects.filter(league=league):
        for meant_for in League.objects.filter(
            pk__in=play.Match.objects.filter(season=season).exclude(league=league).values("league")
        ):
            discard_season(season.pk, meant_for)
    discard(league)


def _is_old(slug: str) -> bool:
    """Return whether a provisional slug was given long ago, or by a release that gave it no time;
    a time in the future was noted while the machine's clock was ahead."""
    found = _SLUG.fullmatch(slug)
    if found is None:
        return False
    return not found[1] or abs(time.time() - int(found[1], 16)) > KEPT.total_seconds()
