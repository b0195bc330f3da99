"""Renumber the players, matches and hands in a season report's figures.

A report is stored as text containing ids; in a league's file they are line numbers. They are found
by the names of their keys, so that a figure added later under one of these names is found as well.
"""

from collections.abc import Callable
from typing import Any, Final

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
