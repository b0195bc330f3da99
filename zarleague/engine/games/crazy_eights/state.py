"""The state of a hand of Crazy Eights: all that judging the next event needs."""

from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Fact, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.crazy_eights.rules import Rules, rules_of
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

    House rules: ``direction`` is 1 clockwise or -1. The seat in turn owes ``owed`` cards for the
    draw twos played since event ``owed_since``, and has ``drawn`` cards by choice. ``in_doubt``: an
    unnamed card was played that may have acted, so what follows cannot be held against anybody.
    """

    rules: Rules
    turn: int = field(init=False)
    hands: Holdings = field(init=False)
    stock: int = field(init=False)
    discard: list[int] = field(default_factory=list, init=False)
    named: int = field(default=NONE, init=False)
    dealt: int = field(default=0, init=False)
    started: bool = field(default=False, init=False)
    out: int = field(default=NONE, init=False)
    turn_also: int = field(default=NONE, init=False)
    misnamed: tuple[int, ...] = field(default=(), init=False)
    doubted: dict[int, int] = field(default_factory=dict, init=False)
    dealt_twice: int = field(default=0, init=False)
    direction: int = field(default=1, init=False)
    owed: int = field(default=0, init=False)
    owed_since: int = field(default=NONE, init=False)
    drawn: int = field(default=0, init=False)
    in_doubt: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.turn = (self.dealer + 1) % self.seats
        deck = self.rules.pack.deck
        self.hands = Holdings(deck.copies, self.seats)
        self.stock = deck.size

    @property
    def top(self) -> int:
        """Return the card to be matched, UNKNOWN if the log does not name it."""
        return self.discard[-1] if self.discard else UNKNOWN

    @property
    def cards_each(self) -> int:
        """Return how many cards each seat is dealt."""
        return _HAND_OF_TWO if self.seats == 2 else _HAND

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat that many places after *seat* in the direction of play."""
        return (seat + self.direction * steps) % self.seats

    @property
    def exhausted(self) -> bool:
        """Return whether there is nothing to draw and nothing to shuffle."""
        return not self.stock and len(self.discard) < 2

    @property
    def may_follow(self) -> bool:
        """Return whether the next seat may act without a pass being noted: the one in turn has
        drawn and need not play."""
        return self.drawn > 0 and self.rules.draws_then_plays

    def pass_turn(self, seat: int, steps: int = 1) -> None:
        """Make it the turn of the seat that many places after *seat*."""
        self.turn = (seat + self.direction * steps) % self.seats
        self.turn_also = NONE
        self.drawn = self.owed = 0

    def add_finding(
        self, verdict: Verdict, code: Code, rule: str, about: tuple[Fact, ...] = ()
    ) -> None:
        """Record a finding on the event being judged. After an unnamed card that may have acted
        nothing is illegal for certain."""
        if self.in_doubt and verdict is Verdict.ILLEGAL:
            verdict = Verdict.UNKNOWN
        self.findings.append(Finding(self.index, verdict, code, rule, about))

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
    return State(seats, dealer, remedy, rules_of(ruleset))
