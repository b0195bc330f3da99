"""Match the names of a spreadsheet with a league's players."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from zarleague.leagues.models import League, Player
from zarleague.leagues.names import name_key

ALIKE: Final = 0.72
"""Minimum similarity of two names, from 0 to 1, to suggest one for the other."""
SUGGESTED: Final = 3
_REMARK: Final = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")
"""A remark in brackets: Ann (host)."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"})
"""Letters as those write them who do not have them."""


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


def same_person(
    names: Sequence[str], together: Iterable[Iterable[int]], players: Mapping[str, Player]
) -> dict[int, str]:
    """Return who names of a file may be, too, by their places in the file: a player of the league
    or another name of the file that differs only in accents, capitals, spaces and other marks, or
    a remark in brackets. *together* has the places of those who played a hand together, who are
    never one person."""
    apart: dict[int, set[int]] = {}
    for hand in set(map(frozenset, together)):
        for place in hand:
            apart.setdefault(place, set()).update(hand)
    in_file = {name_key(name) for name in names}
    league: dict[str, str] = {}
    for key, player in players.items():
        if key not in in_file:
            league |= dict.fromkeys(_spellings(player.name), player.name)
    found: dict[int, str] = {}
    seen: dict[str, list[int]] = {}
    # Others may be those who come first: who is known, then whose name is letters only.
    for place in sorted(
        range(len(names)),
        key=lambda at: (
            name_key(names[at]) not in players,
            not all(sign.isalnum() or sign in " -'’" for sign in names[at]),
        ),
    ):
        spellings = _spellings(names[place])
        alike = [
            names[one]
            for spelling in spellings
            for one in seen.get(spelling, ())
            if one not in apart.get(place, ())
        ]
        alike += [league[spelling] for spelling in spellings if spelling in league]
        if alike and name_key(names[place]) not in players:
            found[place] = alike[0]
            continue
        for spelling in spellings:
            seen.setdefault(spelling, []).append(place)
    return found


def _spellings(name: str) -> frozenset[str]:
    """Return the letters and digits of a name without accents and remarks, in one or two ways:
    "jorg" and "joerg"."""
    bare = unicodedata.normalize("NFC", _REMARK.sub(" ", name)).casefold()
    ways = (bare, bare.translate(_UMLAUTS))
    plain = (unicodedata.normalize("NFKD", way) for way in ways)
    return frozenset("".join(filter(str.isalnum, way)) for way in plain) - {""}
