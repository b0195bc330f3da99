"""Put the figures of a season's report into words of the active language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from zarleague.reports.season_report.document import Document, Section, Table
from zarleague.reports.season_report.facts import facts_of
from zarleague.reports.season_report.sections.hands_sections import (
    cards_sections,
    evenings_section,
    evidence_section,
    rules_section,
    streaks_section,
)
from zarleague.reports.season_report.sections.players import PlayerSections, player_table
from zarleague.reports.season_report.sections.standings_sections import (
    course_section,
    differences_section,
    leaders_chart,
    ratings_sections,
    table_section,
)
from zarleague.reports.season_report.sections.story import awards_of, cover_of
from zarleague.reports.season_report.stored import StoredReport

_PLAYER: Final = re.compile(r"player-([0-9]{1,18})")
"""The key of a player's table, with the player's id."""


def document_of(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]] = ()
) -> Document:
    """Return the document for figures, with the ``differences`` from the previous report first.
    The figures are whole, or some of them with the `facts` of all."""
    found = figures if "facts" in figures else {**figures, "facts": facts_of(figures)}
    return Document(
        title=found["season"]["name"],
        subtitle=found["league"]["name"],
        cover=cover_of(found, leaders_chart(found)),
        awards=awards_of(found),
        sections=tuple(_sections(found, differences)),
        players=PlayerSections(found),
    )


def front_of(report: StoredReport) -> Document:
    """Return the first page of a report: of its tables the first rows, of its players none."""
    figures = report.front()
    document, rows = document_of(figures, figures["differences"]), report.head["rows"]
    sections = (
        replace(section, tables=tuple(_with_length(table, rows) for table in section.tables))
        for section in document.sections
    )
    return replace(document, sections=tuple(sections))


def table_of(report: StoredReport, key: str) -> Table | None:
    """Return the table of a key, None if there is none."""
    if (player := _PLAYER.fullmatch(key)) is not None:
        own = report.player(int(player[1]))
        return player_table(own, own["pages"][0]) if own else None
    figures = report.rows(key)
    within = _sections(figures, figures["differences"])
    tables = (table for section in within for table in section.tables)
    return next((table for table in tables if table.key == key), None)


def tables_of(report: StoredReport) -> Iterator[Table]:
    """Yield every table of a report, in order. No more than one of them is held at a time, or the
    pages of some players."""
    for table in _first_tables(report):
        is_cut = table.total > len(table.rows)
        yield (table_of(report, table.key) if is_cut else None) or table
    for own in report.players(_in_order(report)):
        yield player_table(own, own["pages"][0])


def table_lengths(report: StoredReport) -> dict[str, int]:
    """Return how many rows each table of a report's sections has, by its key and in order. Reads
    none of those that grow with players and evenings."""
    sections = _sections(report.head, ())
    small = {table.key: len(table.rows) for section in sections for table in section.tables}
    growing = report.head["rows"]
    first = {key: growing[key] for key in ("differences", "table", "leads") if growing[key]}
    return first | {key: growing.get(key, rows) for key, rows in small.items()}


def _first_tables(report: StoredReport) -> Iterator[Table]:
    """Yield the tables of a report's sections with their first rows."""
    figures, rows = report.front(), report.head["rows"]
    for section in _sections(figures, figures["differences"]):
        yield from (_with_length(table, rows) for table in section.tables)


def _in_order(report: StoredReport) -> list[int]:
    """Return the players of a report in the order of its table."""
    return [row["player"] for row in report.rows("table")["table"]]


def _with_length(table: Table, rows: Mapping[str, int]) -> Table:
    """Return a table of the first page with the length of the whole one."""
    return replace(table, length=rows.get(table.key))


def _sections(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]
) -> Iterator[Section]:
    if differences:
        yield differences_section(figures, differences)
    yield table_section(figures)
    yield course_section(figures)
    yield from ratings_sections(figures)
    yield evenings_section(figures)
    streaks = streaks_section(figures)
    if streaks:
        yield streaks
    yield from cards_sections(figures)
    yield evidence_section(figures)
    yield rules_section(figures)
