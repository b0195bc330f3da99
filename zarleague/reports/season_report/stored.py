"""Read the figures of a stored report: a page or a file reads the extracts it shows."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from django.db import models, transaction

from zarleague.leagues.models import Season
from zarleague.play import triggers
from zarleague.reports.models import ReportExtract, SeasonReport
from zarleague.reports.season_report.extracts import (
    FRONT,
    HEAD,
    PLAYER,
    PORTION,
    RATINGS,
    Extract,
    extracts_of,
)

HIGHEST_ID: Final = 2**63 - 1
AT_ONCE: Final = 100
"""Extracts that are stored in one transaction."""


def unsaved_extracts(report: SeasonReport) -> list[ReportExtract]:
    """Return the extracts of a report as rows to store, the head first."""
    return [
        ReportExtract(report=report, name=found.name, number=found.number, body=found.body)
        for found in extracts_of(report.figures, report.differences)
    ]


def store_extracts(report: SeasonReport) -> None:
    """Store the extracts of a report that are not stored yet, few in a transaction, since a save
    waits for it. The head is the last: a report without one is read as if it had none."""
    rows = ReportExtract.objects.filter(report=report)
    if rows.filter(name=HEAD).exists():
        return
    stored = set(rows.values_list("name", "number"))
    head, *others = unsaved_extracts(report)
    left = [one for one in others if (one.name, one.number) not in stored]
    for start in range(0, len(left), AT_ONCE):
        ReportExtract.objects.bulk_create(left[start : start + AT_ONCE])
    head.save()


def replace_extracts(report: SeasonReport, extracts: list[ReportExtract]) -> None:
    """Store these extracts of a report in place of those stored. Within `triggers.rewriting`."""
    stored: models.QuerySet[Any] = models.QuerySet(ReportExtract)
    stored.filter(report=report.pk)._raw_delete("default")
    stored.bulk_create(extracts)


def rebuild_extracts(season: Season, *, write: bool) -> bool:
    """Return whether extracts of the season's reports differ from what they are derived from; with
    ``write`` replace those of such a report."""
    differ = False
    for report in SeasonReport.objects.filter(season=season).iterator(1):
        extracts = unsaved_extracts(report)
        rows = ReportExtract.objects.filter(report=report).values_list("name", "number", "body")
        if set(rows) == {(one.name, one.number, one.body) for one in extracts}:
            continue
        differ = True
        if write:
            with transaction.atomic(), triggers.rewriting():
                replace_extracts(report, extracts)
    return differ


class StoredReport:
    """The figures of a report, of which each method reads some."""

    def __init__(self, report: SeasonReport) -> None:
        self._report = report
        self._unstored: list[Extract] | None = None
        """The extracts of a report that has none stored: it has just been made, or the release
        before made it during an upgrade, and the nightly check will store them."""

    @cached_property
    def head(self) -> dict[str, Any]:
        """Return the figures that do not grow with the season, without rows in the tables."""
        found = self._read([HEAD], [0])
        if not found:
            self._unstored = list(extracts_of(self._report.figures, self._report.differences))
            found = self._read([HEAD], [0])
        none: dict[str, Any] = {"table": [], "leads": [], "evenings": [], "pages": []}
        return none | {"differences": []} | dict(found[0].figures)

    def front(self) -> dict[str, Any]:
        """Return the figures of the first page: the leaders' course, and the first rows of each
        table."""
        return self._with(self._read([*self.head["rows"], FRONT], [0]))

    def player(self, player: int) -> dict[str, Any] | None:
        """Return the figures of a player's page, None if the player has none."""
        return next(self.players([player]), None) if player <= HIGHEST_ID else None

    def players(self, players: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Yield the figures of the pages of some players in this order, reading `PORTION` at
        once."""
        for start in range(0, len(players), PORTION):
            asked = players[start : start + PORTION]
            found = {one.number: one for one in self._read([PLAYER], asked)}
            yield from (self._with([found[player]]) for player in asked if player in found)

    def rows(self, table: str, at: slice = slice(None)) -> dict[str, Any]:
        """Return the figures with some rows of a table that grows with the season, or all; the
        ends of the slice are multiples of `extracts.PORTION`."""
        start, stop, _ = at.indices(self.head["rows"].get(table, 0))
        return self._with(self._read([table], range(start // PORTION, -(-stop // PORTION))))

    def raw_rows(self, table: str, at: slice) -> tuple[list[Any], dict[str, str]]:
        """Return some rows of a table that grows with the season as they are stored, and the names
        of the players in them by id."""
        start, stop, _ = at.indices(self.head["rows"].get(table, 0))
        first = start // PORTION
        found = self._read([table], range(first, -(-stop // PORTION)))
        rows = [row for one in found for row in one.figures["rows"]]
        names = {player: name for one in found for player, name in one.figures["players"].items()}
        return rows[start - first * PORTION : stop - first * PORTION], names

    def _read(self, names: Collection[str], numbers: Collection[int]) -> list[Extract]:
        """Return the extracts of these names and numbers, in order of both."""
        if self._unstored is not None:
            return [one for one in self._unstored if one.name in names and one.number in numbers]
        rows = ReportExtract.objects.filter(
            report=self._report, name__in=names, number__in=numbers
        ).order_by("name", "number")
        return [
            Extract(name, number, json.loads(body))
            for name, number, body in rows.values_list("name", "number", "body")
        ]

    def _with(self, found: Iterable[Extract]) -> dict[str, Any]:
        """Return the head with the figures of other extracts."""
        ratings = {RATINGS + moved["game"]: dict(moved, rows=[]) for moved in self.head["ratings"]}
        figures = self.head | {"players": dict(self.head["players"])}
        figures["ratings"] = list(ratings.values())
        for one in found:
            own = dict(one.figures)
            figures["players"].update(own.pop("players"))
            rows = own.pop("rows", [])
            if one.name in ratings:
                ratings[one.name]["rows"] += rows
            elif rows:
                figures[one.name] = figures[one.name] + rows
            figures |= own
        return figures
