"""Match the names of a spreadsheet with a league's players and games."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from zarleague.engine.declared import Definition, key_of, read_text, ruleset_of
from zarleague.engine.declared.definition import NAME_LENGTH, NUMBER
from zarleague.engine.declared.reading import read_definition
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.cells import word_of
from zarleague.leagues.models import League, Player
from zarleague.leagues.names import name_key
from zarleague.leagues.selectors import (
    game_title,
    games_of,
    has_game,
    house_rules,
    own_games,
)

ALIKE: Final = 0.72
"""Minimum similarity of two names, from 0 to 1, to suggest one for the other."""
SUGGESTED: Final = 3
_LONG: Final = 5
"""Letters from which on a word with one other letter may be the same name: Bernd, Berndt."""
_MOST_COMPARED: Final = 300
"""Names of a file up to which those are looked for that differ in one letter."""
_ENDINGS: Final = frozenset("aeiouy")
"""What makes another name of one at its end: Daniel, Daniela."""
GUESTS: Final = frozenset(
    ["guest", "guests", "visitor", "gast", "gäste", "invité", "invités", "ospite", "invitado"]
)
"""Words for a guest, who may be someone else each time."""
_REMARK: Final = re.compile(r"\s*(?:[(\[][^)\]]*[)\]]|[\"“„«][^\"”“»]*[\"”“»])\s*")
"""A remark in brackets, or a nickname in quotes: Ann (host), Robert “Bob” Hill."""
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
    or another name of the file that differs only in accents, capitals, spaces and other marks, in
    a remark in brackets, in one letter, or in that one has only the first letter of a word.
    *together* has the places of those who played a hand
    together, who are never one person."""
    apart: dict[int, set[int]] = {}
    for hand in set(map(frozenset, together)):
        for place in hand:
            apart.setdefault(place, set()).update(hand)
    in_file = {name_key(name) for name in names}
    league: dict[str, str] = {}
    for key, player in players.items():
        if key not in in_file:
            league |= dict.fromkeys(_spellings(player.name), player.name)
    near_league: dict[tuple[str, ...], list[str]] = {}
    for other in dict.fromkeys(league.values()):
        for rest in _without_a_word(other):
            near_league.setdefault(rest, []).append(other)
    found: dict[int, str] = {}
    seen: dict[str, list[int]] = {}
    near: dict[tuple[str, ...], list[int]] = {}
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
        rests = _without_a_word(names[place])
        if not alike and len(names) <= _MOST_COMPARED:
            for rest in rests:
                alike += [names[at] for at in near.get(rest, ()) if at not in apart.get(place, ())]
            for rest in rests:
                alike += near_league.get(rest, ())
            alike = [other for other in alike if _is_nearly(names[place], other)]
        if alike and name_key(names[place]) not in players:
            found[place] = alike[0]
            continue
        for rest in rests:
            near.setdefault(rest, []).append(place)
        for spelling in spellings:
            seen.setdefault(spelling, []).append(place)
    return found


def _without_a_word(name: str) -> list[tuple[str, ...]]:
    """Return a name without each of its words in turn but for the first letter. Names that differ
    by one letter share one of these: so a name is compared with few of a large league."""
    words = name_key(name).split()
    return [(*words[:at], word[0], *words[at + 1 :]) for at, word in enumerate(words)]


def _is_nearly(name: str, other: str) -> bool:
    """Return whether two names differ by one letter of a long word: one more, another one, or two
    exchanged. The first letter is the same, and a vowel at the end makes another name. Or one has
    only the first letter of a word: Ann B., Ann Berg."""
    words = zip(name_key(name).split(), name_key(other).split(), strict=False)
    differing = [pair for pair in words if pair[0] != pair[1]]
    if len(name.split()) != len(other.split()) or len(differing) != 1:
        return False
    one, two = sorted((word.rstrip(".") for word in differing[0]), key=len)
    if len(one) == 1 and two.isalpha():
        return two[0] == one
    if len(one) < _LONG or not (one + two).isalpha() or one[0] != two[0]:
        return False
    last = len(two) - 1
    if len(one) < len(two):
        return any(
            one == two[:at] + two[at + 1 :] and not (at == last and two[at] in _ENDINGS)
            for at in range(len(two))
        )
    places = [at for at in range(len(two)) if one[at] != two[at]]
    if len(places) == 2:
        before, after = places
        are_beside = after == before + 1
        return are_beside and (one[before], one[after]) == (two[after], two[before])
    return len(places) == 1 and not (places[0] == last and {one[last], two[last]} & _ENDINGS)


def _spellings(name: str) -> frozenset[str]:
    """Return the letters and digits of a name without accents and remarks, in one or two ways:
    "jorg" and "joerg"."""
    bare = unicodedata.normalize("NFC", _REMARK.sub(" ", name)).casefold()
    ways = (bare, bare.translate(_UMLAUTS))
    plain = (unicodedata.normalize("NFKD", way) for way in ways)
    return frozenset("".join(filter(str.isalnum, way)) for way in plain) - {""}


_NEVER: Final = 1_000_000
"""Points at which a match would end."""
_IN_NAMES: Final = frozenset(["!", "'", "&", ".", ",", "+", "-"])


def named_game(league: League, name: str) -> str | None:
    """Return the key of the league's game that a file calls by this name, or by the one under which
    it was added; None if it has none."""
    own = [row.game for row in own_games(league)]
    games = dict.fromkeys([*games_of(league), *own])
    return next((key for key in games if word_of(name) in _names_of_game(league, key)), None)


def _names_of_game(league: League, key: str) -> set[str]:
    return {word_of(game_title(league, key)), word_of(scored(key).title)}


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
    if has_game(league, chosen["game"]):
        return house_rules(league, chosen["game"])
    if "declares" in chosen:
        definition = read_text(chosen["declares"])
        if key_of(definition) == chosen["game"]:
            return ruleset_of(definition)
    return None
