"""Declared games as the scoring interface of a game.

A ruleset of a declared game carries the definition, so that whatever stores the ruleset of a match
also keeps the rules it is scored by. The key of the game is ``own:`` and its name.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from zarleague.engine.cards import Deck
from zarleague.engine.declared import counting
from zarleague.engine.declared.definition import Definition, Ties
from zarleague.engine.declared.reading import read_text
from zarleague.engine.declared.writing import to_text
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.game import MatchEnd, ScoredGame
from zarleague.engine.ruleset import Option, Preset, Ruleset, RulesetError

PREFIX: Final = "own:"
DEFINITION: Final = "definition"
"""The value of a ruleset that is the definition as text."""
NUMBER: Final = "version"
"""The value of a ruleset that counts the definitions a league has given the game, from "1" on."""
_PRESET: Final = Preset("own", "The league’s own game", "Scored as the league has declared it.")
_COUNT: Final = Option(NUMBER, "Version", least=1, most=999_999)
_NO_CARDS: Final = Deck(())


def is_declared(key: str) -> bool:
    """Return whether a key is that of a league's own game."""
    return key.startswith(PREFIX)


def key_of(definition: Definition) -> str:
    """Return the key of the game with that definition."""
    return PREFIX + definition.name


def under_key(definition: Definition, key: str) -> Definition:
    """Return a definition with the name that a key has, as rulesets of that game carry it."""
    return replace(definition, name=key.removeprefix(PREFIX))


def ruleset_of(definition: Definition, number: int = 1) -> Ruleset:
    """Return the ruleset that carries a definition, the league's *number*-th of the game."""
    values = {DEFINITION: to_text(definition), NUMBER: str(number)}
    return Ruleset(key_of(definition), _PRESET.key, values)


def definition_of(ruleset: Ruleset) -> Definition:
    """Return the definition that a ruleset of a declared game carries. Raise DefinitionError."""
    return _definition(ruleset.values.get(DEFINITION, ""))


def unit_of(values: Mapping[str, str]) -> int:
    """Return how many stored points make one point under the values of a ruleset: 1 unless it
    carries a definition that says otherwise."""
    text = values.get(DEFINITION)
    return 1 if text is None else _definition(text).unit


@lru_cache(maxsize=256)
def _definition(text: str) -> Definition:
    return read_text(text)


class DeclaredGame(ScoredGame):
    """A league's own game: what it needs beyond its key comes with each ruleset."""

    __slots__ = ()

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        """Return the ruleset whose definition is the one overridden value; raises RulesetError
        without one, or for one of another name."""
        given = dict(overrides or {})
        text = given.pop(DEFINITION, None)
        number = given.pop(NUMBER, "1")
        if text is None or given or not _COUNT.allows(number) or preset not in ("", _PRESET.key):
            raise RulesetError(f"{self.title} has no presets or options, only its definition")
        try:
            ruleset = ruleset_of(_definition(text), int(number))
        except ValueError as error:
            raise RulesetError(str(error)) from error
        if ruleset.game != self.key:
            raise RulesetError(f"this definition is of {ruleset.game!r}, not of {self.key!r}")
        return ruleset


@lru_cache(maxsize=256)
def declared_game(key: str) -> DeclaredGame:
    """Return the scoring interface of the game with that key."""
    return DeclaredGame(
        key=key,
        title=key.removeprefix(PREFIX),
        summary="",
        options=(),
        presets=(_PRESET,),
        rules={},
        seats=lambda ruleset: definition_of(ruleset).players,
        deck=lambda ruleset: _NO_CARDS,
        forms=_forms,
        check=_check,
        match_end=_match_end,
    )


def _forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    return counting.forms(definition_of(ruleset))


def _check(ruleset: Ruleset, entry: Entry) -> Checked:
    return counting.check(definition_of(ruleset), entry)


def _match_end(ruleset: Ruleset) -> MatchEnd:
    definition = definition_of(ruleset)
    return MatchEnd(
        hands=definition.hands,
        limit=definition.limit,
        low_wins=definition.low_wins,
        extra_on_tie=definition.ties is Ties.EXTRA,
        ties_by_wins=definition.ties is Ties.WINS,
    )
