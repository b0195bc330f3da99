"""The state of a hand of Crazy Eights: all that judging the next event needs."""

from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.game import Remedy
from zarleague.engine.games.crazy_eights.deck import DECK
from zarleague.engine.holdings import Holdings
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.state import HandState

_HAND: Final = 5
_HAND_OF_TWO: Final = 7


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A hand being judged.

    ``hands`` says who may hold what; ``stock`` is the number of cards in the draw pile, ``discard``
    the discard pile, top last. ``named`` is the suit named with the eight on top, or ``NONE``.
    ``dealt`` is the mask of seats that have their cards; ``started``: a card was turned up. ``out``
    is the seat without cards.
    """

    turn: int = field(init=False)
    hands: Holdings = field(init=False)
    stock: int = field(default=DECK.size, init=False)
    discard: list[int] = field(default_factory=list, init=False)
    named: int = field(default=NONE, init=False)
    dealt: int = field(default=0, init=False)
    started: bool = field(default=False, init=False)
    out: int = field(default=NONE, init=False)

    def __post_init__(self) -> None:
        self.turn = (self.dealer + 1) % self.seats
        self.hands = Holdings(DECK.copies, self.seats)

    @property
    def top(self) -> int:
        """Return the card to be matched, UNKNOWN if the log does not name it."""
        return self.discard[-1] if self.discard else UNKNOWN

    @property
    def hand_due(self) -> int:
        """Return how many cards each seat is dealt."""
        return _HAND_OF_TWO if self.seats == 2 else _HAND

    def pass_turn(self, seat: int) -> None:
        """Make it the turn of the seat after *seat*."""
        self.turn = (seat + 1) % self.seats


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    """Return the state before the first event."""
    return State(seats, dealer, remedy)
