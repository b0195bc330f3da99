"""Rules as data: options with their sources, presets, and the ruleset a match is played under.

A *ruleset* is one game, one preset and the options that differ from it. Its canonical text is the
``game`` line of a log and what a match stores when its first hand is entered. The game resolves it
once into a frozen value of its own whose attributes the rules read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final


class Basis(StrEnum):
    """The authority of a rule: the original document, another public text, or only our reading."""

    SEED = "seed"
    FOUND = "found"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words, and where it comes from.

    ``source`` names document and section ("Holland, Draw Twos"); ``option`` is the key of the
    option that decides it, or "".
    """

    key: str
    text: str
    source: str
    basis: Basis = Basis.SEED
    option: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A contested point: its alternatives, and why they exist.

    ``choices`` are (value, meaning) pairs, the first the default. An option that takes a number
    has no choices but ``least`` and ``most``, and ``default``. ``unanswered`` is the value that
    stands for a question which the table must answer before the first hand, "" if there is none.
    """

    key: str
    title: str
    choices: tuple[tuple[str, str], ...] = ()
    source: str = ""
    basis: Basis = Basis.SEED
    default: str = ""
    least: int = 0
    most: int = 0
    unanswered: str = ""

    @property
    def initial(self) -> str:
        """Return the value used when neither preset nor league says otherwise."""
        return self.default or self.choices[0][0]

    def allows(self, value: str) -> bool:
        if self.choices:
            return any(value == choice for choice, _ in self.choices)
        if not value.isascii() or not value.isdigit() or len(value) > len(str(self.most)):
            return False
        return self.least <= int(value) <= self.most


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options. Options it does not name have their defaults."""

    key: str
    title: str
    text: str
    values: Mapping[str, str] = field(default_factory=dict)


RulesetData = tuple[str, str, dict[str, str]]
"""A ruleset as plain data, for another process: game, preset, values."""


class RulesetError(ValueError):
    """An unknown game, preset, option or value; the message names those that exist."""


@dataclass(frozen=True)
class Ruleset:
    """Game, preset and the complete values of all its options."""

    game: str
    preset: str
    values: Mapping[str, str]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Every replay looks up by ruleset, and there are dozens of options.
        return hash((self.game, self.preset, tuple(sorted(self.values.items()))))

    def __getitem__(self, key: str) -> str:
        return self.values[key]

    def number(self, key: str) -> int:
        """Return the value of an option that takes a number."""
        return int(self.values[key])

    def data(self) -> RulesetData:
        """Return the ruleset as plain data; ``Ruleset(*data)`` makes it again."""
        return self.game, self.preset, dict(self.values)


_MAX_SHOWN_CHARACTERS: Final = 60
"""Characters of a wrong word that a message repeats."""


def shortened(word: str) -> str:
    """Return a word for a message, cut if it is very long."""
    return word if len(word) <= _MAX_SHOWN_CHARACTERS else word[: _MAX_SHOWN_CHARACTERS - 1] + "…"


def resolve(
    game: str,
    options: tuple[Option, ...],
    presets: tuple[Preset, ...],
    preset: str = "",
    overrides: Mapping[str, str] | None = None,
) -> Ruleset:
    """Return the complete ruleset of a preset (the first one when "") with some options overridden.

    Raise RulesetError, naming what exists, for an unknown preset, option or value.
    """
    chosen = next((p for p in presets if p.key == preset), None) if preset else presets[0]
    if chosen is None:
        known = ", ".join(p.key for p in presets)
        raise RulesetError(f"{game} has no preset {shortened(preset)!r}; it has {known}")
    values = {option.key: option.initial for option in options} | dict(chosen.values)
    by_key = {option.key: option for option in options}
    for key, value in (overrides or {}).items():
        option = by_key.get(key)
        if option is None:
            known = ", ".join(by_key)
            raise RulesetError(f"{game} has no option {shortened(key)!r}; it has {known}")
        if not option.allows(value):
            wanted = ", ".join(choice for choice, _ in option.choices)
            wanted = wanted or f"a number from {option.least} to {option.most}"
            raise RulesetError(f"{key} cannot be {shortened(value)!r}; it can be {wanted}")
        values[key] = value
    return Ruleset(game, chosen.key, values)


def overrides(ruleset: Ruleset, options: tuple[Option, ...], preset: Preset) -> dict[str, str]:
    """Return the options in which a ruleset differs from its preset, in the game's order."""
    base = {option.key: option.initial for option in options} | dict(preset.values)
    return {
        option.key: ruleset.values[option.key]
        for option in options
        if ruleset.values[option.key] != base[option.key]
    }
