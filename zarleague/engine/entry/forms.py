"""Entry forms, and entries: forms filled in.

A *form* is one way to enter the end of a hand (totals, counts by kind, cards, a grid …); its
*fields* are what is asked of each seat. An *entry* is a filled-in form: one *sheet* per seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from zarleague.engine.entry.findings import EntryFinding

TOTALS: Final = "totals"
"""The key of the form that asks for points only, in every game."""
POINTS: Final = "points"
"""The key of the field that takes them."""
CARDS: Final = "cards"
"""The key of the form that asks for every card, and of its field."""


class Evidence(IntEnum):
    """The degree to which a hand is known; each degree is checked as far as it goes."""

    TOTALS = 1
    COUNTS = 2
    CARDS = 3
    LOG = 4


class FieldKind(StrEnum):
    """The kind of value a field of a sheet holds."""

    POINTS = "points"
    """An int: the points of the seat, as given."""
    COUNT = "count"
    """An int: how many cards of the field's faces."""
    CARDS = "cards"
    """A list of card codes."""
    COLUMNS = "columns"
    """A list of grid columns, each a list of card codes, top card first."""
    CHOICE = "choice"
    """One of the field's ``choices``, or absent to let the game choose best."""
    EXTRA = "extra"
    """An int: how many times a score penalty of ``points`` was incurred."""
    NUMBER = "number"
    """An int from ``least`` to ``most``, which says nothing about cards."""
    TICK = "tick"
    """An int: 1 for yes, 0 for no."""


class Scoring(StrEnum):
    """The way the points of a seat follow from its own sheet, for a page that counts along."""

    SUM = "sum"
    """Each seat: the sum of count times points (or of the cards' points)."""
    WINNER_COLLECTS = "winner-collects"
    """The seat that went out gets everyone else's sum; the others get nothing."""
    GAME = "game"
    """Only the game's ``check`` knows."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing asked of each seat.

    ``points`` per unit; ``most`` how many there can be; ``faces`` are the codes of the cards it
    stands for, the first of which pictures it. ``columns`` and ``rows`` are the size of the grid
    that a field of columns begins with. ``least`` is the smallest number of a field of points or of
    the kind "number"; ``always`` says that the seat that went out is asked, too.
    """

    key: str
    label: str
    kind: FieldKind
    points: int = 0
    most: int = 0
    faces: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    columns: int = 0
    rows: int = 0
    least: int = 0
    always: bool = False


@dataclass(frozen=True, slots=True)
class EntryForm:
    """One way to enter a hand. ``winner``: the seat that went out is marked and left empty."""

    key: str
    title: str
    evidence: Evidence
    fields: tuple[Field, ...]
    winner: bool
    scoring: Scoring


SheetValue = int | str | Sequence[str] | Sequence[Sequence[str]]
Sheet = Mapping[str, SheetValue]
"""Field key -> value, as the field's kind says. A missing key is nothing left of that kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A filled-in form: ``sheets`` by seat; ``winner`` the seat that went out, or None."""

    form: str
    sheets: tuple[Sheet, ...]
    winner: int | None = None


class Step(NamedTuple):
    """One step of a score, as a sentence: an English template with named placeholders and what
    fills them, so that a page can translate it first. ``str()`` gives the English sentence."""

    template: str
    values: tuple[tuple[str, int | str], ...] = ()

    def __str__(self) -> str:
        return self.template.format(**dict(self.values))


@dataclass(frozen=True, slots=True)
class Checked:
    """A judged entry: points by seat (None if a finding blocks), the findings, and, where the
    points are not a plain sum, the steps that lead to them, by seat."""

    points: tuple[int, ...] | None
    findings: tuple[EntryFinding, ...] = ()
    steps: tuple[tuple[Step, ...], ...] = ()
