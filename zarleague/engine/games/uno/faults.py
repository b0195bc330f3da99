"""What is wrong with an event, as the rules return it before anything is changed."""

from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno.deck import BUZZER_DECK, DECK
from zarleague.engine.games.uno.state import State


class Fault(NamedTuple):
    """A finding to be. An unknowable event (verdict UNKNOWN) still happens; whether an illegal one
    does is up to the remedy, unless it ``stands`` anyway. ``claim`` is the mask of cards that the
    seat must not have held, where that is the open question. ``failed``: a failed interception."""

    code: Code
    rule: str
    about: tuple[tuple[str, int | str], ...] = ()
    verdict: Verdict = Verdict.ILLEGAL
    claim: int = 0
    stands: bool = False
    failed: bool = False


NOT_STARTED: Final = Fault(Code.NOT_STARTED, "deal")
HAND_OVER: Final = Fault(Code.HAND_OVER, "finish")
WRONG_OPERANDS: Final = Fault(Code.WRONG_OPERANDS, "turn")
NO_SUCH_SEAT: Final = Fault(Code.NO_SUCH_SEAT, "turn")
NOT_IN_DECK: Final = Fault(Code.NOT_IN_DECK, "deck")
SUPPLY_EMPTY: Final = Fault(Code.SUPPLY_EMPTY, "supply")
RULED_IN_DOUBT: Final = Fault(Code.FALSE_CLAIM, "bluff", verdict=Verdict.UNKNOWN)
"""The table ruled on a bluff that nobody can judge yet."""


def must_settle(state: State, seat: int) -> Fault:
    """A seat acts although it owes cards."""
    return Fault(Code.MUST_SETTLE, "settle", (("count", state.due[seat]),))


def wrong_count(rule: str, count: int, due: int, *, stands: bool = False) -> Fault:
    """So many cards where it should have been another number."""
    return Fault(Code.WRONG_COUNT, rule, (("count", count), ("due_count", due)), stands=stands)


def suspended(state: State, seat: int) -> Fault | None:
    """What keeps a seat from acting at all: no such seat, no game, or a buzzer to react to."""
    if not 0 <= seat < state.seats:
        return NO_SUCH_SEAT
    if state.over:
        return HAND_OVER
    if not state.started:
        return NOT_STARTED
    if state.reacting:
        due = (state.reacting & -state.reacting).bit_length() - 1
        return Fault(Code.NOT_FINISHED, "buzzers", (("due", due),))
    return None


def lacks(state: State, seat: int, card: int) -> Fault | None:
    """Why a seat cannot have played a card: it is known not to hold it, or no copy is left."""
    holdings = state.holdings
    hand = state.hand_of[seat]
    if holdings.held[hand][card]:
        return None
    if not holdings.unknown[hand]:
        return Fault(Code.NOT_HELD, "turn", (("card", card),))
    if not holdings.unseen[card]:
        return Fault(Code.NONE_LEFT, "deck", (("card", card),))
    return None


def off_the_pile(state: State, cards: tuple[int, ...]) -> Fault | None:
    """Why so many cards, or cards like these, cannot come off the pile."""
    if len(cards) > state.pile:
        return SUPPLY_EMPTY
    return None if _CARDS[state.holdings.faces].issuperset(cards) else NOT_IN_DECK


_CARDS: Final = {
    faces: frozenset(range(UNKNOWN, faces)) for faces in (len(DECK.faces), len(BUZZER_DECK.faces))
}
"""By how many cards a deck has: what one off its pile may be called."""
