"""What is read of a stored report: a page or a file reads the main figures, and those of the
players whose pages it shows.

The pages of players are most of a long season's report. So its figures are stored once more as
*extracts*: one with all but the players' pages, and one for each player.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django.db import models, transaction

from zarleague.leagues.models import Season
from zarleague.play import triggers
from zarleague.reports.models import ReportExtract, SeasonReport
from zarleague.reports.season_report.sections.standings_sections import CHARTED
from zarleague.reports.season_report.sections.story import page_awards
from zarleague.storage.sql import HIGHEST_ID

MAIN: Final = "main"
"""The extract of all but the players' pages."""
PAGE: Final = "page"
"""The extract of one player, whose id is its number."""
PAGES_AT_ONCE: Final = 50
STORED_AT_ONCE: Final = 100
"""Extracts that are stored in one transaction."""
_PLAYER_LISTS: Final = ("best", "over", "under", "tied", "players")


def unsaved_extracts(report: SeasonReport) -> list[ReportExtract]:
    """Return the extracts of a report as rows to store, that of the main figures first."""
    figures = report.figures
    main = {key: value for key, value in figures.items() if key != "pages"} | {
        "course": _course(figures, [row["player"] for row in figures["table"][:CHARTED]]),
        "page_awards": page_awards(figures),
        "differences": report.differences,
    }
    rows = {row["player"]: row for row in figures["table"]}
    rated: dict[int, list[dict[str, Any]]] = {}
    for moved in figures["ratings"]:
        for row in moved["rows"]:
            rated.setdefault(row["player"], []).append(dict(moved, rows=[row]))
    parts: list[tuple[str, int, dict[str, Any]]] = [(MAIN, 0, main)]
    for page in figures["pages"]:
        player = page["player"]
        own = {
            "pages": [page],
            "table": [rows[player]],
            "ratings": rated.get(player, []),
            "course": _course(figures, [player]),
        }
        parts.append((PAGE, player, own))
    return [
        ReportExtract(
            report=report,
            name=name,
            number=number,
            body=json.dumps(part, sort_keys=True, ensure_ascii=False, separators=(",", ":")),
        )
        for name, number, part in parts
    ]


def _course(figures: Mapping[str, Any], players: Sequence[int]) -> dict[str, Any]:
    return {
        key: of
        if key == "evenings"
        else {str(player): of[str(player)] for player in players if str(player) in of}
        for key, of in figures["course"].items()
    }


def store_extracts(report: SeasonReport) -> None:
    """Store the extracts of a report that are not stored yet, few in a transaction, since a save
    waits for it. That of the main figures is the last: without it none of them is read."""
    rows = ReportExtract.objects.filter(report=report)
    if rows.filter(name=MAIN).exists():
        return
    stored = set(rows.filter(name=PAGE).values_list("number", flat=True))
    main, *pages = unsaved_extracts(report)
    left = [page for page in pages if page.number not in stored]
    for start in range(0, len(left), STORED_AT_ONCE):
        ReportExtract.objects.bulk_create(left[start : start + STORED_AT_ONCE])
    main.save()


def replace_extracts(report: SeasonReport, extracts: list[ReportExtract]) -> None:
    """Store these extracts of a report in place of those stored. Within `triggers.rewriting`."""
    stored: models.QuerySet[Any] = models.QuerySet(ReportExtract)
    stored.filter(report=report.pk)._raw_delete("default")
    stored.bulk_create(extracts)


def rebuild_extracts(season: Season, *, write: bool) -> bool:
    """Return whether extracts of the season's reports differ from the figures; with ``write``
    replace those of such a report, and those that release 1.2 stored."""
    differ = False
    for report in SeasonReport.objects.filter(season=season).iterator(1):
        extracts = unsaved_extracts(report)
        right = {(one.name, one.number, one.body) for one in extracts}
        rows = ReportExtract.objects.filter(report=report).values_list("name", "number", "body")
        stored = set(rows)
        if stored == right:
            continue
        own = {row for row in stored if row[0] in (MAIN, PAGE)}
        differ = differ or (bool(own) and own != right)
        if write:
            with transaction.atomic(), triggers.rewriting():
                replace_extracts(report, extracts)
    return differ


class StoredReport:
    """The figures of a report, as its pages and files read them."""

    def __init__(self, report: SeasonReport) -> None:
        self._report = report
        self._unstored: dict[tuple[str, int], str] = {}
        """The extracts of a report that has none stored: it has just been made, or release 1.2
        made it, and the nightly check will store them."""

    @cached_property
    def main(self) -> dict[str, Any]:
        """Return all figures but the players' pages, and the course of those in the chart only."""
        found = self._read(MAIN, [0])
        if not found:
            extracts = unsaved_extracts(self._report)
            self._unstored = {(one.name, one.number): one.body for one in extracts}
            found = self._read(MAIN, [0])
        return {"pages": [], **found[0]}

    def player(self, player: int) -> dict[str, Any] | None:
        """Return the main figures, with pages, table, ratings and course of one player only; None
        if the player has no page."""
        return next(self.players([player]), None) if player <= HIGHEST_ID else None

    def players(self, players: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Yield what `player` returns of some players, in this order."""
        main = self.main
        for start in range(0, len(players), PAGES_AT_ONCE):
            asked = players[start : start + PAGES_AT_ONCE]
            found = self._read(PAGE, asked)
            yield from (main | found[player] for player in asked if player in found)

    def names_in(self, figures: Mapping[str, Any]) -> dict[str, str]:
        """Return the names of the players that some figures of the report mention, by id."""
        names = self.main["players"]
        return {str(one): names[str(one)] for one in _players_in(figures) if str(one) in names}

    def _read(self, name: str, numbers: Collection[int]) -> dict[int, dict[str, Any]]:
        if self._unstored:
            texts: Iterable[tuple[int, str]] = [
                (one, self._unstored[name, one]) for one in numbers if (name, one) in self._unstored
            ]
        else:
            rows = ReportExtract.objects.filter(report=self._report, name=name, number__in=numbers)
            texts = rows.values_list("number", "body")
        return {number: json.loads(text) for number, text in texts}


def growing_tables(main: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the rows of the tables that grow with the players and evenings, by their keys."""
    tables = {key: main[key] for key in ("differences", "table", "leads", "evenings")}
    return tables | {f"ratings-{moved['game']}": moved["rows"] for moved in main["ratings"]}


def _players_in(figures: Mapping[str, Any]) -> Iterator[int]:
    for key, value in figures.items():
        if key == "leads":
            yield from (one for change in value for side in change[1:] for one in side)
        elif key in _PLAYER_LISTS and isinstance(value, list):
            yield from value
        elif key == "player" and value is not None:
            yield value
        else:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict):
                    yield from _players_in(part)
