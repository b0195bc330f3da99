"""Typeset a report with Typst: ``templates/reports/report.typ`` reads the data from JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from zarleague.leagues.formats import long_day
from zarleague.reports.models import SeasonReport
from zarleague.reports.season_report.document import Document, Figure, Section, Table, cell_text
from zarleague.reports.season_report.files.typesetting import typeset
from zarleague.reports.season_report.sections.wording import document_of

EVENINGS_PRINTED: Final = 60
"""Players up to which the print has everybody's evenings; for more they are on the pages alone,
or the print would be a book of tables."""
PLAYERS_PRINTED: Final = 100
"""Players whose section is printed, in the order of the table; the pages have all."""
ROWS_PRINTED: Final = 200
"""Rows of a table that are printed; the files of the table have all. Typst takes 0.4 GB for a
table of a thousand players with the ties between them, and makes 300 pages of it."""
FORM: Final = settings.BASE_DIR / "templates" / "reports"
PRINTED_COLOURS: Final = (
    "#17654a",
    "#a32c1b",
    "#2a5fa8",
    "#8a5a00",
    "#7a3f98",
    "#0f6f80",
    "#a12c6c",
    "#585044",
)
"""The colours of a chart's lines on paper: those of the light theme in ``css/tokens.css``."""
_LINES: Final = "".join(
    f".series-{number} {{ color: {colour} }}\n"
    for number, colour in enumerate(PRINTED_COLOURS, start=1)
)
PRINTED: Final = """
.grid { stroke: #ccc; stroke-width: 1 }
.base { stroke: #888; stroke-width: 1 }
text { font-family: 'Libertinus Serif'; font-size: 12px; fill: #222 }
.name { font-weight: bold }
.line { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round }
.band { fill: currentColor; fill-opacity: 0.12 }
.marker { fill: #fff; stroke: currentColor; stroke-width: 1.25 }
.tie { stroke: #888; stroke-width: 0.75; fill: none }
.dash-2 { stroke-dasharray: 9 5 }
.dash-3 { stroke-dasharray: 2 5 }
.dash-4 { stroke-dasharray: 12 4 2 4 }
.dash-5 { stroke-dasharray: 5 4 }
.dash-6 { stroke-dasharray: 16 6 }
.dash-7 { stroke-dasharray: 8 4 2 4 2 4 }
.dash-8 { stroke-dasharray: 1 4 }
.others { color: #999 }
.others .line { stroke-width: 0.75 }
.others .marker { fill: #999; stroke: none }
"""
"""Print styles of a chart's classes. Dash, marker and name distinguish the lines in grey, too."""


def pdf(report: SeasonReport) -> bytes:
    """Return the report as PDF, in the league's language. The bytes are reproducible."""
    language = report.figures["league"]["language"]
    with translation.override(language):
        document = document_of(report.figures, report.differences, PLAYERS_PRINTED)
        data = json.dumps(_plain(document, report, language), ensure_ascii=False)
    return typeset(FORM / "report.typ", data, report.made_at)


def chart_file(figure: Figure) -> str:
    """Return a chart as a standalone SVG file."""
    drawn = render_to_string("reports/chart.svg", {"figure": figure}).strip()
    return drawn.replace(">", f"><style>{PRINTED}{_LINES}</style>", 1)


def _plain(document: Document, report: SeasonReport, language: str) -> dict[str, Any]:
    made, players = long_day(report.made_at.date()), len(report.figures["pages"])
    return {
        "title": document.title,
        "subtitle": document.subtitle,
        "made": _("Report %(number)s, %(date)s") % {"number": report.number, "date": made},
        "language": language,
        "date": [report.made_at.year, report.made_at.month, report.made_at.day],
        "page": _("Page"),
        "players_title": _("Players"),
        "awards_title": _("Awards"),
        "cover": {
            "podium": [asdict(step) for step in document.cover.podium],
            "story": document.cover.story,
            "chart": _drawn(document.cover.chart) if document.cover.chart else None,
        }
        if document.cover
        else None,
        "awards": [asdict(award) for award in document.awards],
        "sections": [_section(section) for section in document.sections],
        "players_note": _("%(shown)s of %(total)s players; the pages have all of them.")
        % {"shown": PLAYERS_PRINTED, "total": players}
        if players > PLAYERS_PRINTED
        else "",
        "players": [
            _section(section if players <= EVENINGS_PRINTED else replace(section, tables=()))
            for section in document.players
        ],
    }


def _drawn(figure: Figure) -> dict[str, str]:
    return {
        "title": figure.title,
        "alt": f"{figure.title}. {figure.summary}",
        "svg": chart_file(figure),
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "paragraphs": [*section.paragraphs, *_left_out(section.tables)],
        "figures": [_drawn(figure) for figure in section.figures],
        "tables": [
            {
                "title": table.title,
                "columns": [asdict(column) for column in table.columns],
                "rows": [[cell_text(cell) for cell in row] for row in table.rows[:ROWS_PRINTED]],
            }
            for table in (one.as_read() for one in section.tables)
        ],
    }


def _left_out(tables: Iterable[Table]) -> list[str]:
    """Return a sentence for each table that is not printed whole."""
    return [
        _("%(shown)s of %(total)s rows; the report’s page has all of them as a file.")
        % {"shown": ROWS_PRINTED, "total": len(table.rows)}
        for table in tables
        if len(table.rows) > ROWS_PRINTED
    ]
