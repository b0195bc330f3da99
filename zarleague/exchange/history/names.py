"""Match the names of a spreadsheet with a league's players."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

from zarleague.leagues.models import League, Player
from zarleague.leagues.names import name_key

ALIKE: Final = 0.72
"""Minimum similarity of two names, from 0 to 1, to suggest one for the other."""
SUGGESTED: Final = 3


def players_by_key(league: League) -> dict[str, Player]:
    """Return the players of a league to whom results can be imported, by the key of the name."""
    return {one.name_key: one for one in Player.objects.filter(league=league, merged_into=None)}


def suggestions(names: Iterable[str], players: dict[str, Player]) -> dict[str, Sequence[str]]:
    """Return players with similar names, most similar first, for each unknown name.

    Includes players whose name has the same first word: "Anna" may be "Anna Berg".
    """
    found: dict[str, Sequence[str]] = {}
    first_words: dict[str, list[str]] = {}
    for key in players:
        first_words.setdefault(key.split(" ")[0], []).append(key)
    for name in names:
        key = name_key(name)
        if key in players:
            continue
        alike = difflib.get_close_matches(key, players.keys(), SUGGESTED, ALIKE)
        same_word = first_words.get(key.split(" ")[0], [])
        keys = list(dict.fromkeys([*alike, *same_word]))[:SUGGESTED]
        if keys:
            found[name] = [players[one].name for one in keys]
    return found
