"""Read a file of plays, of BG Stats or of BoardGameGeek, as a table: one row for each result."""

import itertools
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import IO, Any, Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history import bgstats, boardgamegeek
from zarleague.exchange.history.layout import Layout, Shape, Use
from zarleague.exchange.history.sheets import MAX_ROWS, Play, Row, UnreadableSheet

HEADINGS: Final = ("Date", "Location", "Play", "Game", "Player", "Points", "Winner", "Rank")
LAYOUT: Final = Layout(
    Shape.LONG,
    (
        Use.DAY,
        Use.TABLE,
        Use.HAND,
        Use.GAME,
        Use.NAME,
        Use.POINTS,
        Use.WINNER,
        Use.PLACE,
    ),
    HEADINGS,
)
MAX_VALUES: Final = 1_000_000
"""Values in a file, by its commas and brackets: about 200 MB when they are all read."""
_MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


def has_plays(file: IO[bytes]) -> bool:
    """Return whether a file begins like a JSON or an XML document, and rewind it."""
    return _start(file) in (b"{", b"[", b"<")


def rows_of_plays(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    """Yield the headings, and a row for each player of each play, numbered from 1. Raise
    UnreadableSheet."""
    yield 1, HEADINGS
    rows = itertools.count(2)
    for number, play in enumerate(_plays(file), 1):
        for result in play.results:
            row = next(rows)
            if row > MAX_ROWS:
                raise UnreadableSheet(
                    gettext_noop("The file has more than {most} rows."), most=MAX_ROWS
                )
            winner = "yes" if result.winner else None
            yield (
                row,
                [
                    play.day,
                    play.place,
                    number,
                    play.game,
                    result.name,
                    result.points,
                    winner,
                    result.rank,
                ],
            )


def most_points_win(file: IO[bytes], game: str) -> bool | None:
    """Return whether the file says that most points win a game, None if it says nothing."""
    if _start(file) == b"<":
        return None
    data = _json(file)
    return bgstats.most_points_win(data, game) if isinstance(data, dict) else None


def high_games(file: IO[bytes]) -> list[str]:
    """Return the games of which a file says that most points win."""
    data = None if _start(file) == b"<" else _json(file)
    return bgstats.high_games(data) if isinstance(data, dict) else []


def _plays(file: IO[bytes]) -> Iterator[Play]:
    if _start(file) == b"<":
        return boardgamegeek.plays_of_xml(_xml(file))
    data = _json(file)
    if boardgamegeek.is_of_plays(data):
        return boardgamegeek.plays_of_json(data)
    if isinstance(data, dict) and isinstance(data.get("plays"), list):
        return bgstats.plays_of(data)
    raise UnreadableSheet(
        gettext_noop("This JSON file isn’t a BG Stats export and has no BoardGameGeek plays.")
    )


def _start(file: IO[bytes]) -> bytes:
    file.seek(0)
    start = file.read(64)
    file.seek(0)
    return start.removeprefix(_MARK).lstrip()[:1]


def _json(file: IO[bytes]) -> Any:
    try:
        return json.loads(_content(file, b",{["))
    except (ValueError, RecursionError) as error:
        raise UnreadableSheet(gettext_noop("This JSON file is damaged.")) from error


def _xml(file: IO[bytes]) -> ET.Element:
    """Return the document. It may declare no entities, which can be made to grow without end."""
    content = _content(file, b"<=")
    if b"<html" in content[:1000].lower():
        raise UnreadableSheet(
            gettext_noop("This is a web page. Save its table as a CSV or XLSX file first.")
        )
    if b"<!" in content.replace(b"<!--", b""):
        raise UnreadableSheet(gettext_noop("This XML file has no BoardGameGeek plays."))
    try:
        return ET.fromstring(content)  # noqa: S314 (it declares nothing)
    except (ET.ParseError, ValueError, LookupError) as error:
        raise UnreadableSheet(gettext_noop("This XML file is damaged.")) from error


def _content(file: IO[bytes], marks: bytes) -> bytes:
    """Return a document in which these marks are not too many. Raise UnreadableSheet."""
    file.seek(0)
    content = file.read()
    if sum(content.count(mark) for mark in marks) > MAX_VALUES:
        raise UnreadableSheet(
            gettext_noop("The file has more than {most} filled cells."), most=MAX_VALUES
        )
    return content
