"""Convert values that contain ids of rows to JSON with line numbers, and back."""

import datetime
import json
from collections.abc import Callable
from typing import Any, Final

from zarleague.engine.declared import DEFINITION, NUMBER, DefinitionError, read_text
from zarleague.exchange.league_file.columns import Value, WrongValue, canonical, is_integer
from zarleague.exchange.league_file.numbering import Numbering


def write_lots(lots: Any, numbering: Numbering) -> Value:
    return [[evening, write_players(order, numbering)] for evening, order in lots]


def read_lots(lots: Value, numbering: Numbering) -> Any:
    return [[_evening(evening), read_players(order, numbering)] for evening, order in lots]


def write_qualified(qualified: Any, numbering: Numbering) -> Value:
    return [[numbering.line("players", player), carried] for player, carried in qualified]


def read_qualified(qualified: Value, numbering: Numbering) -> Any:
    found = []
    for line, (over, under) in qualified:
        if not is_integer(over) or not is_integer(under) or under < 1:
            raise WrongValue("the figure carried over to a final")
        found.append([numbering.key("players", line), [over, under]])
    return found


def write_players(players: Any, numbering: Numbering) -> Value:
    return [numbering.line("players", player) for player in players]


def read_players(lines: Value, numbering: Numbering) -> Any:
    return [numbering.key("players", line) for line in lines]


def _evening(number: Any) -> int:
    if not is_integer(number) or not _FIRST <= number <= _LAST:
        raise WrongValue("the number of a day")
    return int(number)


_FIRST: Final = datetime.date(1900, 1, 1).toordinal()
_LAST: Final = datetime.date(9000, 12, 31).toordinal()
_ROWS: Final = {
    "match": "matches",
    "match_id": "matches",
    "player": "players",
    "player_id": "players",
}
"""The record that an id in an entry of the audit log refers to, by the name of the value."""


def write_changes(values: Any, numbering: Numbering) -> Value:
    """Return the changes in an entry of the audit log, with line numbers for ids; null stands for a
    deleted row."""
    return {name: _changed(name, value, numbering.line_or_none) for name, value in values.items()}


def read_changes(values: Value, numbering: Numbering) -> Any:
    _check_changes(values)

    def key(record: str, line: int | None) -> int | None:
        return None if line is None else numbering.key(record, line)

    return {name: _changed(name, value, key) for name, value in values.items()}


def _check_changes(values: Any) -> None:
    """Raise WrongValue for what the page of the audit log could not show."""
    number = values.get("number", 1)
    if not is_integer(number) or number < 1:
        raise WrongValue("changes whose “number” is that of a hand")
    overrides = values.get("overrides") or {}
    if not isinstance(overrides, dict):
        raise WrongValue("changes whose “overrides” are an object")
    if DEFINITION in overrides:
        text = overrides[DEFINITION]
        if not isinstance(text, str) or not isinstance(overrides.get(NUMBER), str):
            raise WrongValue("changes that have the definition of a game and its number as texts")
        try:
            read_text(text)
        except DefinitionError as error:
            raise WrongValue(f"changes that have the definition of a game: {error}") from error


def _changed(name: str, value: Any, renumber: Callable[[str, int | None], int | None]) -> Any:
    if name in _ROWS:
        return renumber(_ROWS[name], value)
    if name == "players":
        return [renumber("players", player) for player in value]
    if name == "points" and isinstance(value, list):
        return [[renumber("players", player), points] for player, points in value]
    return value


def write_figures(body: str, numbering: Numbering) -> Value:
    return renumbered(json.loads(body), numbering.line)


def read_figures(figures: Value, numbering: Numbering) -> str:
    return canonical(renumbered(figures, numbering.key))


def write_differences(differences: Any, numbering: Numbering) -> Value:
    return renumbered(differences, numbering.line)


def read_differences(differences: Value, numbering: Numbering) -> Any:
    if not isinstance(differences, list):
        raise WrongValue("a list")
    return renumbered(differences, numbering.key)


Renumber = Callable[[str, int], int]
"""Maps the name of a record and a key (or a line number) to the line number (or the key)."""

PLAYER_KEYS: Final = {"player"}
PLAYER_LISTS: Final = {"best", "over", "under", "tied", "players", "through", "absent"}
BY_PLAYER: Final = {"players", "metric", "points"}
"""Keys whose value, if it is an object with numbers as names, is keyed by player."""


def renumbered(figures: Any, renumber: Renumber) -> Any:
    """Return a report's figures, or its differences, with ids and line numbers exchanged."""
    return _value("", figures, renumber)


def _value(key: str, value: Any, renumber: Renumber) -> Any:
    if isinstance(value, dict):
        if key in BY_PLAYER and all(name.isdecimal() for name in value):
            return {
                str(renumber("players", int(player))): _value("", held, renumber)
                for player, held in value.items()
            }
        return {name: _field(name, held, value, renumber) for name, held in value.items()}
    if isinstance(value, list):
        if key in PLAYER_LISTS:
            return [renumber("players", player) for player in value]
        if key == "leads":
            return [
                [evening, *([renumber("players", one) for one in side] for side in sides)]
                for evening, *sides in value
            ]
        return [_value("", item, renumber) for item in value]
    return value


def _field(name: str, value: Any, around: dict[str, Any], renumber: Renumber) -> Any:
    if value is not None and not isinstance(value, bool) and isinstance(value, int):
        if name in PLAYER_KEYS:
            return renumber("players", value)
        if "number" in around and "evening" in around:
            if name == "match":
                return renumber("matches", value)
            if name == "id":
                return renumber("hands", value)
    return _value(name, value, renumber)
