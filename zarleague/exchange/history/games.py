"""The games of a file, and those of the league."""

from collections.abc import Mapping
from typing import Any, Final

from zarleague.engine.declared import Definition, key_of, read_text, ruleset_of
from zarleague.engine.declared.definition import NAME_LENGTH, NUMBER
from zarleague.engine.declared.reading import read_definition
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.cells import word_of
from zarleague.leagues.models import League
from zarleague.leagues.selectors import games_of, house_rules

_NEVER: Final = 1_000_000
"""Points at which a match would end."""
_IN_NAMES: Final = frozenset(["!", "'", "&", ".", ",", "+", "-"])


def named_game(league: League, name: str) -> str | None:
    """Return the key of the league's game that a file calls by this name, None if it has none."""
    return next(
        (key for key in games_of(league) if word_of(scored(key).title) == word_of(name)), None
    )


def points_only(name: str, *, most_win: bool) -> Definition:
    """Return a game of the league's own of which only points are entered, with a name it may
    have."""
    letters = (letter if letter.isalnum() or letter in _IN_NAMES else " " for letter in name)
    return read_definition(
        {
            "name": " ".join("".join(letters).split())[:NAME_LENGTH].strip() or "Other game",
            "players": [2, 12],
            "wins": "high" if most_win else "low",
            "points": [-NUMBER, NUMBER],
            "limit": _NEVER,
        }
    )


def ruleset_for(league: League, chosen: Mapping[str, Any]) -> Ruleset | None:
    """Return the rules of the chosen game: the league's, or those of the game that the import will
    add; None if there is no such game."""
    if chosen["game"] in games_of(league):
        return house_rules(league, chosen["game"])
    if "declares" in chosen:
        definition = read_text(chosen["declares"])
        if key_of(definition) == chosen["game"]:
            return ruleset_of(definition)
    return None
