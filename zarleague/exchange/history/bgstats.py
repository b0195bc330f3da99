"""Read the plays of an export of BG Stats as the rows of a table: one row for each result.

BG Stats publishes no description of its format; docs/data.md names the source of the one used here.
"""

import datetime
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.layout import Layout, Shape, Use
from zarleague.exchange.history.sheets import MAX_ROWS, MAX_TEXT, Cell, Row, UnreadableSheet

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
_SUM: Final = re.compile(r"[+-]?[0-9]{1,7}(?:[+-][0-9]{1,7}){0,50}")


def is_json(file: IO[bytes]) -> bool:
    """Return whether a file begins like a JSON object, and rewind it."""
    file.seek(0)
    start = file.read(64)
    file.seek(0)
    return start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def rows_of_plays(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    """Yield the headings, and a row for each player of each play, numbered from 1.

    Plays that BG Stats itself ignores ("ignored") are left out. Raise UnreadableSheet.
    """
    data = _read(file)
    games, places, people = (_names(data.get(key)) for key in ("games", "locations", "players"))
    yield 1, HEADINGS
    row = 1
    plays = data.get("plays")
    for number, play in enumerate(plays if isinstance(plays, list) else (), 1):
        if not isinstance(play, dict) or play.get("ignored") is True:
            continue
        day = _day(play.get("playDate"))
        place = places.get(_key(play.get("locationRefId")))
        game = games.get(_key(play.get("gameRefId")))
        for score in _scores(play):
            row += 1
            if row > MAX_ROWS:
                raise UnreadableSheet(
                    gettext_noop("The file has more than {most} rows."), most=MAX_ROWS
                )
            name = people.get(_key(score.get("playerRefId")))
            yield (
                row,
                [
                    day,
                    place,
                    number,
                    game,
                    name,
                    _points(score.get("score")),
                    "yes" if score.get("winner") is True else None,
                    _rank(score.get("rank")),
                ],
            )


def most_points_win(file: IO[bytes], game: str) -> bool | None:
    """Return whether the file says that most points win a game, None if it says nothing."""
    games = _read(file).get("games")
    for one in games if isinstance(games, list) else ():
        if isinstance(one, dict) and _title(one) == game and not one.get("noPoints"):
            says = one.get("highestWins")
            return says if isinstance(says, bool) else None
    return None


def _read(file: IO[bytes]) -> Mapping[str, Any]:
    file.seek(0)
    content = file.read()
    if sum(content.count(mark) for mark in (b",", b"{", b"[")) > MAX_VALUES:
        raise UnreadableSheet(
            gettext_noop("The file has more than {most} filled cells."), most=MAX_VALUES
        )
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnreadableSheet(gettext_noop("This JSON file is damaged.")) from error
    if not isinstance(data, dict) or not isinstance(data.get("plays"), list):
        raise UnreadableSheet(gettext_noop("This JSON file isn’t an export of BG Stats."))
    return data


def _names(things: object) -> dict[str, str]:
    """Return the names of games, places or players by their ids."""
    return {
        _key(thing.get("id")): _title(thing)
        for thing in (things if isinstance(things, list) else ())
        if isinstance(thing, dict)
    }


def _title(thing: Mapping[str, Any]) -> str:
    return str(thing.get("name") or "").strip()[:MAX_TEXT]


def _key(value: object) -> str:
    """Return an id as text; "" for none."""
    return str(value) if isinstance(value, int | str) else ""


def _scores(play: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    scores = play.get("playerScores")
    return [one for one in (scores if isinstance(scores, list) else ()) if isinstance(one, dict)]


def _day(value: object) -> Cell:
    """Return the date of "2019-04-06 04:54:35"; a text that is no date is returned unchanged."""
    text = value if isinstance(value, str) else ""
    try:
        return datetime.date.fromisoformat(text[:10])
    except ValueError:
        return text[:MAX_TEXT] or "?"


def _rank(value: object) -> Cell:
    """Return a rank; BG Stats writes 0 for none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _points(value: object) -> Cell:
    """Return a score: BG Stats stores a text, for rounds that were added up "12+5-3"."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = str(value or "").replace(" ", "")
    if _SUM.fullmatch(text):
        return sum(int(part) for part in re.findall(r"[+-]?[0-9]+", text))
    return text[:MAX_TEXT] or None
