"""Files as people keep them, and what is in them."""

import io
import json
import zipfile
from dataclasses import dataclass, field
from typing import Any

import openpyxl


@dataclass(frozen=True)
class Case:
    """A file and what is in it. ``totals`` are points by name, ``wins`` hands won by name."""

    name: str
    content: str | bytes
    hands: int = 0
    totals: dict[str, int] = field(default_factory=dict)
    wins: dict[str, int] | None = None
    game: str = "zar"
    asked: dict[str, str] = field(default_factory=dict)
    """The questions, with the answers that lead to the totals."""
    then: dict[str, str] = field(default_factory=dict)
    """The same of the questions that come up with these answers."""
    leave_out: tuple[str, ...] = ()
    """The kinds of problems that are found first, and whose hands are then left out."""
    refused: str = ""
    """Words of the problem for which the file is refused."""
    days: int | None = None


def book(*rows: tuple[Any, ...]) -> bytes:
    """Return a workbook with these rows."""
    made = openpyxl.Workbook()
    assert made.active is not None
    for row in rows:
        made.active.append(row)
    made.save(file := io.BytesIO())
    return file.getvalue()


def ods(*rows: str, sheets: int = 1) -> bytes:
    """Return an OpenDocument spreadsheet of rows written as its XML, the same on each sheet."""
    names = ("office", "table", "text")
    spaces = " ".join(
        f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in names
    )
    table = f"<table:table>{''.join(rows)}</table:table>"
    with zipfile.ZipFile(file := io.BytesIO(), "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>{table * sheets}"
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return file.getvalue()


def _cells(*cells: str) -> str:
    """Return a row of cells of an OpenDocument spreadsheet, each its attributes, ">", its text."""
    made = ("{}<text:p>{}</text:p>".format(*cell.split(">", 1)) for cell in cells)
    row = "".join(f"<table:table-cell office:value-type={one}</table:table-cell>" for one in made)
    return f"<table:table-row>{row}</table:table-row>".replace("<text:p>", "><text:p>")


def _empty_rows(number: int) -> str:
    cells = "<table:table-cell table:number-columns-repeated='1024'/>"
    return f"<table:table-row table:number-rows-repeated='{number}'>{cells}</table:table-row>"


_NOTE = "<office:annotation><text:p>host</text:p></office:annotation>"
ODS_ROWS = (
    _cells("'string'>Datum", "'string'>Anna<text:s/><text:span>Berg</text:span>", "'string'>Bob"),
    _empty_rows(2),
    _cells(
        "'date' office:date-value='2025-01-03T20:00:00'>03.01.25",
        "'float' office:value='0'>0",
        "'float' office:value='14' table:formula='of:=7+7'>14",
    ).replace("<text:p>0<", f"{_NOTE}<text:p>0<"),
    "<table:table-row><table:covered-table-cell/><table:table-cell office:value-type='float' "
    "office:value='7' table:number-columns-repeated='2'/></table:table-row>",
    _empty_rows(1_048_572),
)
"""Two hands of one evening, with a note, a formula, a covered cell and as many empty rows as
LibreOffice writes."""


def two_sheets() -> bytes:
    """Return a workbook with an evening on each of two sheets, and an empty one."""
    made = openpyxl.Workbook()
    for month in (2, 3):
        sheet = made.create_sheet()
        sheet.append(("Date", "Ann", "Bob"))
        for day in range(1, 15):
            sheet.append((f"2024-{month:02}-{day:02}", 0, 4))
    made.move_sheet(made.worksheets[0], 2)
    made.save(file := io.BytesIO())
    return file.getvalue()


def evenings_on_sheets() -> bytes:
    """Return a workbook with an evening on each of two sheets, which have its day as title."""
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for title, hands in (("3.1.2025", ((0, 12), (5, 0))), ("10.1.2025", ((0, 4),))):
        sheet = made.create_sheet(title)
        sheet.append(("Hand", "Ann", "Bob"))
        for number, points in enumerate(hands, 1):
            sheet.append((number, *points))
    made.save(file := io.BytesIO())
    return file.getvalue()


def bgstats(*plays: dict[str, Any], **games: dict[str, Any]) -> str:
    """Return an export of BG Stats. A play maps players to ``(score, winner, rank)``, or
    with their team behind it."""
    titles = list(games)
    people = sorted({name for play in plays for name in play if name[0].isupper()})
    return json.dumps(
        {
            "games": [
                {"id": number, "name": title, **games[title]}
                for number, title in enumerate(titles, 1)
            ],
            "players": [{"id": number, "name": name} for number, name in enumerate(people, 1)],
            "locations": [],
            "plays": [
                {
                    "playDate": f"2026-03-{number:02} 20:00:00",
                    "gameRefId": titles.index(play.get("game", titles[0])) + 1,
                    "playerScores": [
                        {
                            "playerRefId": people.index(name) + 1,
                            **dict(zip(("score", "winner", "rank", "team"), result, strict=False)),
                        }
                        for name, result in play.items()
                        if name != "game"
                    ],
                }
                for number, play in enumerate(plays, 1)
            ],
        }
    )


def boardgamegeek(*plays: dict[str, tuple[str, str]], more: str = "") -> str:
    """Return plays as BoardGameGeek's XML interface gives them. A play maps players to ``(score,
    win)``."""
    each = "".join(
        f'<play id="{number}" date="2026-03-{number:02}" quantity="1" length="0" incomplete="0" '
        f'nowinstats="0" location="Home"><item name="UNO" objecttype="thing" objectid="2223">'
        '<subtypes><subtype value="boardgame"/></subtypes></item><players>'
        + "".join(
            f'<player username="" userid="0" name="{name}" startposition="" color="" '
            f'score="{score}" new="0" rating="0" win="{win}"/>'
            for name, (score, win) in play.items()
        )
        + "</players></play>"
        for number, play in enumerate(plays, 1)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?><plays username="ann" userid="1" total="9" page="1"'
        f' termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">{each}{more}</plays>'
    )


COLLECTED = (
    "Date,Ann,Bob,Cat\n2026-04-05,100,0,0\n2026-04-05,0,40,0\n2026-04-12,70,0,0\n"
    "2026-04-12,0,0,25\n2026-04-12,60,0,0\n"
)
PLAYS = (
    {"Ann": ("30", True, 1), "Bob": ("20", False, 2), "Cat": ("10", False, 3)},
    {"Ann": ("12", False, 2), "Bob": ("25", True, 1), "Cat": ("3", False, 3)},
    {"Ann": ("40", True, 1), "Bob": ("1", False, 3), "Cat": ("9", False, 2)},
)
