"""The violations that several judges return, and the checks they share."""

from collections.abc import Callable
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.uno.deck import BUZZER_DECK, DECK
from zarleague.engine.games.uno.state import State

Judge = Callable[[State, Event], Violation | None]
"""Returns what is wrong with an event now, or None."""

NOT_STARTED: Final = Violation(Code.NOT_STARTED, "deal")
HAND_OVER: Final = Violation(Code.HAND_OVER, "finish")
WRONG_OPERANDS: Final = Violation(Code.WRONG_OPERANDS, "turn")
NO_SUCH_SEAT: Final = Violation(Code.NO_SUCH_SEAT, "turn")
NOT_IN_DECK: Final = Violation(Code.NOT_IN_DECK, "deck")
SUPPLY_EMPTY: Final = Violation(Code.SUPPLY_EMPTY, "supply")
RULED_IN_DOUBT: Final = Violation(Code.FALSE_CLAIM, "bluff", verdict=Verdict.UNKNOWN)
"""The table ruled on a bluff that nobody can judge yet."""


def must_settle(state: State, seat: int) -> Violation:
    """Return the violation of acting before drawing the cards owed."""
    return Violation(Code.MUST_SETTLE, "settle", (("count", state.owed[seat]),))


def blocked(state: State, seat: int) -> Violation | None:
    """Return the violation that keeps a seat from acting at all: no such seat, no hand in play, or
    a buzzer to which somebody must react first."""
    if not 0 <= seat < state.seats:
        return NO_SUCH_SEAT
    if state.over:
        return HAND_OVER
    if not state.started:
        return NOT_STARTED
    if state.reacting:
        first = (state.reacting & -state.reacting).bit_length() - 1
        return Violation(Code.NOT_FINISHED, "buzzers", (("due", first),))
    return None


def not_held(state: State, seat: int, card: int) -> Violation | None:
    """Return why a seat cannot have played a card, None if it can: it is known not to hold it, or
    all copies are located elsewhere."""
    hands = state.hands
    hand = state.hand_of[seat]
    if hands.held[hand][card]:
        return None
    if not hands.unknown[hand]:
        return Violation(Code.NOT_HELD, "turn", (("card", card),))
    if not hands.unseen[card]:
        return Violation(Code.NONE_LEFT, "deck", (("card", card),))
    return None


def not_in_stock(state: State, cards: tuple[int, ...]) -> Violation | None:
    """Return why these cards cannot come off the stock, None if they can: it is too small, or the
    deck has no such cards."""
    if len(cards) > state.stock:
        return SUPPLY_EMPTY
    return None if _CARDS[state.hands.faces].issuperset(cards) else NOT_IN_DECK


_CARDS: Final = {
    faces: frozenset(range(UNKNOWN, faces)) for faces in (len(DECK.faces), len(BUZZER_DECK.faces))
}
"""By number of faces of the deck: the values that a card off its stock may have."""
