"""The parts of a definition, as frozen values, and the limits they keep.

All points are integers in the definition's unit: with ``unit`` 2 they are half points.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

NAME_LENGTH: Final = 28
"""Characters of a name: the game's key, ``own:`` and the name, has 32."""
LABEL_LENGTH: Final = 40
TEXT_LENGTH: Final = 300
FIELDS: Final = 12
RULES: Final = 6
TABLE: Final = 61
PLAYERS: Final = (2, 12)
NUMBER: Final = 10_000
"""The largest number that may be asked for, and the most points that one of it may count."""
HAND_POINTS: Final = 1_000_000
"""The most points of a seat in one hand, of either sign. A thousand such hands fit in 32 bits."""
HANDS: Final = 500
LIMIT: Final = 1_000_000
FACTORS: Final = (-4, 10)


class Asked(StrEnum):
    """The way a number is asked for."""

    COUNT = "count"
    """By a stepper."""
    TICK = "tick"
    """Yes or no: 1 or 0."""
    POINTS = "points"
    """By a keypad."""


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """One number asked of each seat, from ``least`` to ``most``. It counts ``each`` per unit, or
    what ``table`` holds for it, the points of ``least`` first. ``sum`` is what the numbers of all
    seats add up to (least, most), None for anything. ``always`` asks the player who went out too.
    """

    key: str
    label: str
    asked: Asked = Asked.COUNT
    each: int = 1
    least: int = 0
    most: int = 0
    table: tuple[int, ...] = ()
    sum: tuple[int, int] | None = None
    always: bool = False


@dataclass(frozen=True, slots=True)
class BidMade:
    """Points of a bid that was made: fixed, per trick bid, per trick taken, per trick over it."""

    fixed: int = 0
    bid: int = 0
    trick: int = 0
    over: int = 0


@dataclass(frozen=True, slots=True)
class BidMissed:
    """Points of a bid that was missed: fixed, per trick bid, per trick taken, per trick off it."""

    fixed: int = 0
    bid: int = 0
    trick: int = 0
    off: int = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """The number in ``bid`` was promised, the one in ``tricks`` taken. It is made by as many tricks
    or, unless ``exact``, by more. ``nothing`` are the points of a bid of 0, made and missed, None
    where it counts as any other."""

    bid: str
    tricks: str
    exact: bool = True
    made: BidMade = field(default_factory=BidMade)
    missed: BidMissed = field(default_factory=BidMissed)
    nothing: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """Multiply the points of a seat so far: by the number in ``field``, or, with a ``factor`` other
    than 0, by the factor once for each unit of it."""

    field: str
    factor: int = 0


@dataclass(frozen=True, slots=True)
class Closer:
    """Multiply the points of the seat that is ticked in ``field`` by ``factor``, if they are above
    zero and not better than everybody else's."""

    field: str
    factor: int = 2


@dataclass(frozen=True, slots=True)
class Sweep:
    """A seat with exactly ``takes`` points gets ``sweeper`` instead, and all others ``others``."""

    takes: int
    sweeper: int
    others: int


Formula = Bid | Times | Closer | Sweep


@dataclass(frozen=True, slots=True)
class Out:
    """One player goes out, and wins the hand: holds nothing, and gets ``bonus``; with ``collects``
    also what all others count, who then get nothing."""

    bonus: int = 0
    collects: bool = False


class Ties(StrEnum):
    """What a tie for the first place of a match means."""

    SHARED = "shared"
    EXTRA = "extra"
    """One more hand may be played."""
    WINS = "wins"
    """Who has won more hands is ahead."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A game as data. Without ``fields`` only points are asked, within ``points``. ``hands`` and
    ``limit`` end a match, whichever comes first (0: not by this). ``formulas`` apply in their order
    to the sums of the fields, then ``out``. ``total`` is what the points of all add up to, None for
    anything."""

    name: str
    players: tuple[int, int]
    low_wins: bool
    fields: tuple[AskedNumber, ...] = ()
    points: tuple[int, int] = (0, 999)
    formulas: tuple[Formula, ...] = ()
    out: Out | None = None
    total: int | None = None
    hands: int = 0
    limit: int = 0
    ties: Ties = Ties.SHARED
    unit: int = 1
    about: str = ""
    source: str = ""
