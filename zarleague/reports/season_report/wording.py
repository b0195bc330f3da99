"""Put the figures of a season's report into words of the active language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zarleague.reports.season_report.document import Document, Section, Table
from zarleague.reports.season_report.hands_sections import (
    cards_sections,
    evenings_section,
    evidence_section,
    rules_section,
    streaks_section,
)
from zarleague.reports.season_report.players import PlayerSections
from zarleague.reports.season_report.standings_sections import (
    course_section,
    differences_section,
    leaders_chart,
    ratings_sections,
    table_section,
)
from zarleague.reports.season_report.story import awards_of, comeback_of, cover_of


def document_of(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]] = ()
) -> Document:
    """Return the document for figures, with the ``differences`` from the previous report first."""
    comeback = comeback_of(figures)
    return Document(
        title=figures["season"]["name"],
        subtitle=figures["league"]["name"],
        cover=cover_of(figures, leaders_chart(figures), comeback),
        awards=awards_of(figures, comeback),
        sections=tuple(_sections(figures, differences)),
        players=PlayerSections(figures),
    )


def table_of(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]], key: str
) -> Table | None:
    """Return the table of a key, None if there is none; sections behind it are not made."""
    own = PlayerSections(figures).of_key(key)
    within = _sections(figures, differences) if own is None else (own,)
    tables = (table for section in within for table in section.tables)
    return next((table for table in tables if table.key == key), None)


def _sections(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]
) -> Iterator[Section]:
    if differences:
        yield differences_section(figures, differences)
    yield table_section(figures)
    yield course_section(figures)
    yield from ratings_sections(figures)
    yield evenings_section(figures)
    yield streaks_section(figures)
    yield from cards_sections(figures)
    yield evidence_section(figures)
    yield rules_section(figures)
