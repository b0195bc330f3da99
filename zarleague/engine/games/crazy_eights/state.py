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


PLAYED: Final = -2
"""The card of a misnamed line that played one."""


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A hand being judged.

    ``hands`` says who may hold what; ``stock`` is the number of cards to draw from, ``discard``
    the discard pile, top last. ``named`` is the suit named with the eight on top, or ``NONE``.
    ``dealt`` is the mask of seats that have their cards; ``started``: a card was turned up. ``out``
    is the seat without cards.

    After a slip: ``turn_also`` is a seat that may be in turn as well, because the line before named
    a seat out of turn, perhaps by mistake. ``misnamed`` is such a line as long as it is not clear
    whose it was: the seat it names, the seat then in turn, and the card drawn, or ``PLAYED``.
    ``doubted`` are cards that illegal plays named and that nobody knew the hand to hold, each with
    the suit named: perhaps another card was played.
    ``dealt_twice`` is the number of deals to a seat that had cards already.
    """

    turn: int = field(init=False)
    hands: Holdings = field(init=False)
    stock: int = field(default=DECK.size, init=False)
    discard: list[int] = field(default_factory=list, init=False)
    named: int = field(default=NONE, init=False)
    dealt: int = field(default=0, init=False)
    started: bool = field(default=False, init=False)
    out: int = field(default=NONE, init=False)
    turn_also: int = field(default=NONE, init=False)
    misnamed: tuple[int, ...] = field(default=(), init=False)
    doubted: dict[int, int] = field(default_factory=dict, init=False)
    dealt_twice: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.turn = (self.dealer + 1) % self.seats
        self.hands = Holdings(DECK.copies, self.seats)

    @property
    def top(self) -> int:
        """Return the card to be matched, UNKNOWN if the log does not name it."""
        return self.discard[-1] if self.discard else UNKNOWN

    @property
    def cards_each(self) -> int:
        """Return how many cards each seat is dealt."""
        return _HAND_OF_TWO if self.seats == 2 else _HAND

    def pass_turn(self, seat: int) -> None:
        """Make it the turn of the seat after *seat*."""
        self.turn = (seat + 1) % self.seats
        self.turn_also = NONE

    def take_for_another(self, card: int) -> None:
        """Count a doubted card as not played: the line that named it was about an unknown one."""
        suit = self.doubted.pop(card)
        self.hands.release(card)
        place = self.discard.index(card)
        self.discard[place] = UNKNOWN
        if place == len(self.discard) - 1:
            self.named = suit

    def right_misnamed(self) -> bool:
        """Count the line that named a seat out of turn as one of the seat then in turn; return
        False if the cards do not allow it."""
        named, other, card = self.misnamed
        hands = self.hands
        if card == PLAYED:
            if not hands.hand_size(other):
                return False
            hands.unknown[named] += 1
            hands.forget(other)
        elif card != UNKNOWN and hands.held[named][card]:
            hands.take(named, card)
            hands.put_back(other, card)
        elif hands.unknown[named]:
            hands.unknown[named] -= 1
            hands.unknown[other] += 1
        else:
            return False
        self.misnamed = ()
        empty = [seat for seat in range(self.seats) if not hands.hand_size(seat)]
        self.out = empty[0] if empty else NONE
        return True


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    """Return the state before the first event."""
    return State(seats, dealer, remedy)
