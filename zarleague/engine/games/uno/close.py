"""The end of a hand: closing it, and showing the cards left."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.games.uno import bluff
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.violations import HAND_OVER, NO_SUCH_SEAT, NOT_IN_DECK, NOT_STARTED
from zarleague.engine.holdings import Taken

_NOBODY_OUT: Final = Violation(Code.NOT_FINISHED, "finish")
_SHOWN: Final = frozenset({Taken.KNOWN, Taken.FROM_UNKNOWN})


def judge_close(state: State, event: Event) -> Violation | None:
    """Judge the close: the hand is closed once a player is out and every debt has been paid."""
    if state.over:
        return HAND_OVER
    if not state.started:
        return NOT_STARTED
    if state.out == NONE or state.reacting:
        return _NOBODY_OUT
    if not state.exhausted:
        if state.accuser != NONE:
            about = (("player", state.accuser), ("count", state.accuser_owes))
            return Violation(Code.NOT_SETTLED, "bluff", about)
        for seat, owed in enumerate(state.owed):
            if owed:
                return Violation(Code.NOT_SETTLED, "settle", (("player", seat), ("count", owed)))
    return None


def apply_close(state: State, event: Event) -> None:
    """End the hand."""
    state.over = True
    state.halted = True


def judge_left(state: State, event: Event) -> Violation | None:
    """Judge a hand shown: as many cards as it holds, and only cards that it can hold."""
    seat = event.seat
    if not 0 <= seat < state.seats:
        return NO_SUCH_SEAT
    if not state.dealt >> seat & 1:
        return NOT_STARTED
    cards = event.cards
    if len(cards) != state.hand_size(seat):
        return wrong_count("finish", len(cards), state.hand_size(seat))
    return _cannot_hold(state, seat, cards)


def _cannot_hold(state: State, seat: int, cards: tuple[int, ...]) -> Violation | None:
    """Return why a hand cannot consist of these cards, None if it can."""
    hands = state.hands
    hand = state.hand_of[seat]
    held = hands.held[hand]
    named = [card for card in cards if card != UNKNOWN]
    unknown = hands.unknown[hand]
    for card in dict.fromkeys(named):
        if not 0 <= card < hands.faces:
            return NOT_IN_DECK
        more = named.count(card) - held[card]
        if more > 0:
            unknown -= more
            if unknown < 0:
                return Violation(Code.NOT_HELD, "finish", (("card", card),))
            if more > hands.unseen[card]:
                return Violation(Code.NONE_LEFT, "deck", (("card", card),))
    return None


def apply_left(state: State, event: Event) -> None:
    """Add the cards to the known ones of the hand, and settle the open questions they answer."""
    hands = state.hands
    hand = state.hand_of[event.seat]
    shown = [card for card in event.cards if card != UNKNOWN]
    taken = [card for card in shown if hands.take(hand, card) in _SHOWN]
    for card in taken:
        hands.put_back(hand, card)
    if hands.claims:
        bluff.settle_claims(state)
