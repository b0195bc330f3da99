"""The plays that BoardGameGeek keeps for an account, as its interfaces give them.

XML is that of https://boardgamegeek.com/wiki/page/BGG_XML_API2#Plays; JSON is the same made from
that by any of the usual converters, or what the site's own pages load.
"""

import datetime
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.sheets import MAX_TEXT, Cell, Play, PlayResult, UnreadableSheet

MOST_TIMES: Final = 100
"""The largest "quantity" of one play."""
_ATTRIBUTES: Final = ("@attributes", "_attributes", "attributes", "$")
"""The keys under which converters put the attributes of an element; others mark each with "@"."""


def is_of_plays(data: Any) -> bool:
    """Return whether a JSON document holds plays of BoardGameGeek, each of which has players."""
    return any("players" in play for play in _plays(data))


def plays_of_json(data: Any) -> Iterator[Play]:
    """Yield the plays of a JSON document. Raise UnreadableSheet."""
    for play in _plays(data):
        own = _own(play)
        item = next(iter(_children(play.get("item"))), own)
        yield from _made(own, _own(item), map(_own, _children(play.get("players"), "player")))


def plays_of_xml(document: ET.Element) -> Iterator[Play]:
    """Yield the plays of an XML document. Raise UnreadableSheet."""
    if document.tag != "plays":
        raise UnreadableSheet(gettext_noop("This XML file has no BoardGameGeek plays."))
    for play in document.iterfind("play"):
        item = play.find("item")
        players = (player.attrib for player in play.iterfind("players/player"))
        yield from _made(play.attrib, {} if item is None else item.attrib, players)


def _made(
    play: Mapping[str, Any], item: Mapping[str, Any], players: Iterable[Mapping[str, Any]]
) -> Iterator[Play]:
    """Yield a play as often as it was played; never one that was not finished."""
    if _text(play, "incomplete") == "1":
        return
    results = [
        PlayResult(
            _text(player, "name") or _text(player, "username") or None,
            _text(player, "score") or None,
            _text(player, "win") == "1",
            None,
        )
        for player in players
    ]
    times = _text(play, "quantity") or "1"
    if not times.isdecimal() or int(times) > MOST_TIMES:
        raise UnreadableSheet(
            gettext_noop("One play stands for more than {most}. Correct its quantity."),
            most=MOST_TIMES,
        )
    game = _text(item, "name", "objectname") or None
    made = Play(
        _day(_text(play, "date", "playdate")), _text(play, "location") or None, game, results
    )
    for _ in range(int(times)):
        yield made


def _plays(data: Any) -> list[Mapping[str, Any]]:
    """Return the plays of a JSON document: a list, or one below "plays" or below "play"."""
    found = data.get("plays", data) if isinstance(data, dict) else data
    return _children(found, "play")


def _children(things: Any, name: str = "") -> list[Mapping[str, Any]]:
    """Return the objects of a list, or of one that is alone or below their name."""
    if name and isinstance(things, dict) and name in things:
        things = things[name]
    elif name and isinstance(things, dict):
        return []
    listed = things if isinstance(things, list) else [things]
    return [thing for thing in listed if isinstance(thing, dict)]


def _own(thing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of an element, wherever a converter has put them."""
    own = {key.lstrip("@"): value for key, value in thing.items()}
    for key in _ATTRIBUTES:
        own |= thing[key] if isinstance(thing.get(key), dict) else {}
    return own


def _text(thing: Mapping[str, Any], *names: str) -> str:
    """Return the first of these attributes that is there, as a text."""
    for name in names:
        value = thing.get(name)
        if isinstance(value, int | float | str) and value != "":
            return str(int(value) if isinstance(value, bool) else value).strip()[:MAX_TEXT]
    return ""


def _day(text: str) -> Cell:
    """Return the date of "2019-04-06"; a text that is no date is returned unchanged."""
    try:
        return datetime.date.fromisoformat(text[:10])
    except ValueError:
        return text or "?"
