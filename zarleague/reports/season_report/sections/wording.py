"""Put the figures of a season's report into words of the active language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from zarleague.reports.season_report.document import Document, Section, Table
from zarleague.reports.season_report.sections.hands_sections import (
    cards_sections,
    evenings_section,
    evidence_section,
    rules_section,
    streaks_section,
)
from zarleague.reports.season_report.sections.players import player_section, player_table
from zarleague.reports.season_report.sections.standings_sections import (
    course_section,
    differences_section,
    final_section,
    leaders_chart,
    ratings_sections,
    table_section,
)
from zarleague.reports.season_report.sections.story import awards_of, cover_of, page_awards
from zarleague.reports.season_report.stored import StoredReport

_PLAYER: Final = re.compile(r"player-([0-9]{1,18})")
"""The key of a player's table, with the player's id."""


def document_of(
    figures: Mapping[str, Any],
    differences: Sequence[Mapping[str, Any]] = (),
    most_players: int | None = None,
) -> Document:
    """Return the document for figures, with the ``differences`` from the previous report first and
    the sections of all players or the first of them. The figures are whole, or the main ones that
    `stored` has."""
    if "page_awards" not in figures:
        figures = {**figures, "page_awards": page_awards(figures)}
    rows = {row["player"]: row for row in figures["table"]}
    return Document(
        title=figures["season"]["name"],
        subtitle=figures["league"]["name"],
        cover=cover_of(figures, leaders_chart(figures)),
        awards=awards_of(figures),
        sections=tuple(_sections(figures, differences)),
        players=tuple(
            player_section(figures, page, rows[page["player"]])
            for page in figures["pages"][:most_players]
        ),
    )


def front_of(report: StoredReport) -> Document:
    """Return a report without the sections of its players."""
    return document_of(report.main, report.main["differences"])


def table_of(report: StoredReport, key: str) -> Table | None:
    """Return the table of a key, None if there is none."""
    if (player := _PLAYER.fullmatch(key)) is not None:
        own = report.player(int(player[1]))
        return player_table(own, own["pages"][0]) if own else None
    return next((table for table in section_tables(report) if table.key == key), None)


def tables_of(report: StoredReport) -> Iterator[Table]:
    """Yield every table of a report, in order. No more than one of them is held at a time, or the
    pages of some players."""
    yield from section_tables(report)
    for own in report.players([row["player"] for row in report.main["table"]]):
        yield player_table(own, own["pages"][0])


def section_tables(report: StoredReport) -> Iterator[Table]:
    """Yield the tables of a report's sections, in order."""
    for section in _sections(report.main, report.main["differences"]):
        yield from section.tables


def _sections(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]
) -> Iterator[Section]:
    if differences:
        yield differences_section(figures, differences)
    if final := final_section(figures):
        yield final
    yield table_section(figures)
    yield course_section(figures)
    yield from ratings_sections(figures)
    yield evenings_section(figures)
    if streaks := streaks_section(figures):
        yield streaks
    yield from cards_sections(figures)
    yield evidence_section(figures)
    yield rules_section(figures)
