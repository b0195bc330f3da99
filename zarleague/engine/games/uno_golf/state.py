"""The state of a round of UNO Golf: all that judging the next event needs.

A *place* in a grid is its column and row as a number, as a log writes it: 21 for the top and 22
for the bottom of the second column. The columns of a grid keep their numbers; a new column takes
the lowest number that is free.
"""

from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno_golf.rules import Rules

GRID: Final = 6
"""Cards dealt to each grid."""
COLUMN: Final = 2
"""Cards in a column."""
TOP: Final = 1
"""The row of the upper card of a column."""
GONE: Final = -2
"""No card: the column was cleared."""

Way = tuple[int, int]
"""Whose turn it may be, and the direction it then goes: 1 clockwise, -1 the other way."""


# How far the turn is.
NEW: Final = 0
"""A card has to be drawn or taken."""
HOLDING: Final = 1
"""The card in hand has to be placed, or discarded if it was drawn."""
TURN_UP: Final = 2
"""The card was discarded: a face-down card has to be turned up."""
DONE: Final = 3
"""The turn is over as soon as somebody else acts; columns may still be cleared."""


class Owed(NamedTuple):
    """A face-down column a seat still has to add: under which rule, since which event."""

    seat: int
    rule: str
    event: int


_FIELDS: Final = (
    "at",
    "before",
    "chooser",
    "courses",
    "dealt",
    "direction",
    "discard",
    "draw_size",
    "drawn",
    "end_open",
    "ended",
    "findings",
    "grids",
    "held",
    "hidden",
    "out",
    "over",
    "owed",
    "pending",
    "remedy",
    "rules",
    "seats",
    "silent",
    "started",
    "step",
    "turn",
    "uno_due",
    "unseen",
    "ways",
)
"""What a state consists of, for copying. A name of its own, because compiled classes have no
``__slots__`` to ask."""


class State:
    """A round being judged.

    Grids: ``grids`` maps each place to its card, ``UNKNOWN`` or ``GONE``, column by column, top
    before bottom; ``hidden`` are the places that lie face down. ``unseen`` counts the copies of
    each card nobody has located: they lie in the draw pile, of ``draw_size`` cards, or are unknown
    elsewhere. ``discard`` is the discard pile, top last; ``silent`` says that its top does not act.

    Turns: ``step`` says how far the turn is; while it is ``HOLDING``, ``held`` is the card in hand,
    ``drawn`` off the draw pile or taken. ``turn`` is the seat, or ``NONE`` if an unknown card on
    the discard pile decided it; ``ways`` then holds all that it may be. ``before`` is the seat
    whose turn ended last, and ``courses`` the directions it may have gone then, if nobody can tell
    who has to add a column. ``owed`` are columns still to be added, ``chooser`` the seat that has
    to choose who adds some.

    End: ``out`` is the seat whose grid first was all face up, ``pending`` the set of seats that
    still have a turn then, ``end_open`` that nobody can tell; ``ended`` says that the turns are
    over, ``over`` that the round is closed. ``uno_due`` is the set of seats that have one face-down
    card, have not said so, and can still be caught.
    """

    __slots__ = _FIELDS

    def __init__(self, rules: Rules, seats: int, dealer: int, remedy: Remedy) -> None:
        self.rules = rules
        self.seats = seats
        self.remedy = remedy
        self.at = 0
        self.findings: list[Finding] = []
        self.over = False
        self.grids: list[dict[int, int]] = [{} for _ in range(seats)]
        self.hidden: list[set[int]] = [set() for _ in range(seats)]
        self.unseen = list(rules.deck.copies)
        self.draw_size = rules.deck.size
        self.discard: list[int] = []
        self.silent = False
        self.dealt = 0
        self.started = False
        self.turn = (dealer + 1) % seats
        self.direction = 1
        self.ways: tuple[Way, ...] = ()
        self.step: int = NEW
        self.held = UNKNOWN
        self.drawn = False
        self.before = NONE
        self.courses: tuple[int, ...] = ()
        self.owed: list[Owed] = []
        self.chooser = NONE
        self.uno_due = 0
        self.out = NONE
        self.pending = 0
        self.end_open = False
        self.ended = False

    def copy(self) -> "State":
        """An independent copy."""
        twin = State(self.rules, self.seats, 0, self.remedy)
        for name in _FIELDS:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        twin.grids = [grid.copy() for grid in self.grids]
        twin.hidden = [places.copy() for places in self.hidden]
        return twin

    def take_back(self, before: "State") -> None:
        """Make this the state *before* again; what was found since stays found."""
        for name in _FIELDS:
            if name != "findings":
                setattr(self, name, getattr(before, name))

    def illegal(self, code: Code, rule: str, **about: int) -> None:
        """Note that the event is illegal. These rules know no penalty for it: what can stand of it
        stands, unless it is to be taken back."""
        self.findings.append(Finding(self.at, Verdict.ILLEGAL, code, rule, tuple(about.items())))

    def unclear(self, code: Code, rule: str) -> None:
        """Note that the event cannot be judged."""
        self.findings.append(Finding(self.at, Verdict.UNKNOWN, code, rule))

    def locate(self, card: int) -> int:
        """What a card that nobody had located is, once an event calls it *card*: that card, or
        still ``UNKNOWN`` if nobody named it or, with a finding, all its copies are located."""
        if card != UNKNOWN:
            if self.unseen[card]:
                self.unseen[card] -= 1
                return card
            most = self.rules.deck.copies[card]
            self.illegal(Code.NONE_LEFT, "deck", card=card, most=most)
        return UNKNOWN

    def release(self, card: int) -> None:
        """A copy that was located is not any more."""
        if card != UNKNOWN:
            self.unseen[card] += 1

    def name(self, known: int, named: int) -> int:
        """The card that *known* (perhaps ``UNKNOWN``) is once an event calls it *named*. What
        cannot be is a finding, and what was known before holds."""
        if named in (known, UNKNOWN):
            return known
        if known != UNKNOWN:
            self.illegal(Code.NOT_HELD, "put", card=named)
            return known
        return self.locate(named)
