"""Read a file of plays, of BG Stats or of BoardGameGeek, as a table: one row for each result."""

import contextlib
import itertools
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import IO, Any, Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history import bgstats, boardgamegeek
from zarleague.exchange.history.documents import rows_of_objects, tables_of
from zarleague.exchange.history.layout import Layout, Shape, Use
from zarleague.exchange.history.sheets import (
    NO_SHEET,
    Play,
    Row,
    UnreadableSheet,
    encoding_of,
    limited,
)

HEADINGS: Final = ("Date", "Location", "Play", "Game", "Player", "Points", "Winner", "Rank")
_OF_PLAY: Final = (Use.DAY, Use.TABLE, Use.HAND, Use.GAME)
_OF_RESULT: Final = (Use.NAME, Use.POINTS, Use.WINNER, Use.PLACE)
LAYOUT: Final = Layout(Shape.LONG, _OF_PLAY + _OF_RESULT, HEADINGS)
MAX_VALUES: Final = 1_000_000
"""Values in a file, by its commas and brackets: about 200 MB when they are all read."""
_MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


def has_plays(file: IO[bytes]) -> bool:
    """Return whether a file is a JSON or an XML document of plays, and rewind it; also if it is one
    that cannot be read."""
    start = _start(file)
    if start == b"<":
        return not _is_page(file)
    if start not in (b"{", b"["):
        return False
    data = _json(file)
    return _has_list_of_plays(data) or boardgamegeek.is_of_plays(data) or not rows_of_objects(data)


def has_table(file: IO[bytes]) -> bool:
    """Return whether a file is a web page or a JSON document, read as a table, and rewind it."""
    return _start(file) in (b"{", b"[", b"<")


def rows_of_document(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    """Yield the rows of the largest table of a web page, or of a JSON document, numbered from 1.
    Raise UnreadableSheet."""
    rows = tables_in(file)[:1] if _start(file) == b"<" else [rows_of_objects(_json(file))]
    if not rows and b"office:spreadsheet" in _content(file, b"<")[:2000]:
        raise UnreadableSheet(NO_SHEET)
    if not rows:
        raise UnreadableSheet(gettext_noop("This web page has no table of several rows."))
    return limited(enumerate(rows[0], 1))


def tables_in(file: IO[bytes]) -> list[list[Row]]:
    """Return the tables of a web page, the largest first; empty for another file."""
    if _start(file) != b"<" or not _is_page(file):
        return []
    return tables_of(_content(file, b"<").decode(encoding_of(file), errors="replace"))


def _is_page(file: IO[bytes]) -> bool:
    file.seek(0)
    start = file.read(100_000).lower()
    file.seek(0)
    return b"<html" in start or b"<table" in start or b"<!doctype html" in start


def _has_list_of_plays(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and isinstance(data.get("plays"), list)
        and ("games" in data or not rows_of_objects(data))
    )


def rows_of_plays(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    """Yield the headings, and a row for each player of each play, numbered from 1. Raise
    UnreadableSheet."""
    return limited(enumerate(itertools.chain([HEADINGS], _rows(file)), 1))


def _rows(file: IO[bytes]) -> Iterator[Row]:
    for number, play in enumerate(_plays(file), 1):
        for one in play.results:
            result = (one.name, one.points, "yes" if one.winner else None, one.rank)
            yield [play.day, play.place, number, play.game, *result]


def most_points_win(file: IO[bytes]) -> dict[str, bool]:
    """Return by game whether a file says that most points win it; without those of which it says
    nothing."""
    data = None if _start(file) == b"<" else _json(file)
    return bgstats.most_points_win(data) if isinstance(data, dict) else {}


def _plays(file: IO[bytes]) -> Iterator[Play]:
    if _start(file) == b"<":
        return boardgamegeek.plays_of_xml(_xml(file))
    data = _json(file)
    if boardgamegeek.is_of_plays(data):
        return boardgamegeek.plays_of_json(data)
    if _has_list_of_plays(data):
        return bgstats.plays_of(data)
    raise UnreadableSheet(
        gettext_noop("This JSON file isn’t a BG Stats export and has no list of results.")
    )


def _start(file: IO[bytes]) -> bytes:
    file.seek(0)
    start = file.read(64)
    file.seek(0)
    start = start.removeprefix(_MARK).lstrip()
    return b"" if start.startswith(rb"{\rtf") else start[:1]


def _json(file: IO[bytes]) -> Any:
    content = _content(file, b",{[")
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        with contextlib.suppress(ValueError, RecursionError):  # an object a line
            return [json.loads(line) for line in content.splitlines() if line.strip()]
        raise UnreadableSheet(
            gettext_noop("This file begins as JSON does, but can’t be read as JSON.")
        ) from error


def _xml(file: IO[bytes]) -> ET.Element:
    """Return the document. It may declare no entities, which can be made to grow without end."""
    content = _content(file, b"<=")
    if b"<!" in content.replace(b"<!--", b""):
        raise UnreadableSheet(gettext_noop("This XML file has no BoardGameGeek plays."))
    try:
        return ET.fromstring(content)  # noqa: S314 (it declares nothing)
    except (ET.ParseError, ValueError, LookupError) as error:
        raise UnreadableSheet(
            gettext_noop("This file begins as XML does, but can’t be read as XML.")
        ) from error


def _content(file: IO[bytes], marks: bytes) -> bytes:
    """Return a document in which these marks are not too many. Raise UnreadableSheet."""
    file.seek(0)
    content = file.read()
    if sum(content.count(mark) for mark in marks) > MAX_VALUES:
        raise UnreadableSheet(
            gettext_noop("The file has more than {most} filled cells."), most=MAX_VALUES
        )
    return content
