"""Put the figures of a season's report into words of the active language."""

from collections.abc import Mapping, Sequence
from typing import Any

from zarleague.reports.season_report.document import Document
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
from zarleague.reports.season_report.story import awards_of, cover_of


def document_of(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]] = ()
) -> Document:
    """Return the document for figures, with the ``differences`` from the previous report first."""
    sections = [
        *([differences_section(figures, differences)] if differences else []),
        table_section(figures),
        course_section(figures),
        *ratings_sections(figures),
        evenings_section(figures),
        streaks_section(figures),
        *cards_sections(figures),
        evidence_section(figures),
        rules_section(figures),
    ]
    return Document(
        title=figures["season"]["name"],
        subtitle=figures["league"]["name"],
        cover=cover_of(figures, leaders_chart(figures)),
        awards=awards_of(figures),
        sections=tuple(sections),
        players=PlayerSections(figures),
    )
