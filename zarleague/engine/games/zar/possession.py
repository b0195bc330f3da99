"""Possession: whether a hand can hold the cards that leave it, and what shown cards settle."""

from bisect import bisect_left

from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.zar.state import State
from zarleague.engine.holdings import Taken


def take_cards(state: State, seat: int, cards: tuple[int, ...]) -> Violation | None:
    """Take the cards from the hand, or take none and return why it cannot have held them."""
    hands = state.hands
    held = hands.held[seat]
    if len(cards) == 1 and held[cards[0]]:
        # The usual play, of a card known to be held, at the least cost.
        held[cards[0]] -= 1
        hands.known[seat] -= 1
        return None
    for index, card in enumerate(cards):
        taken = hands.take(seat, card)
        if taken > Taken.FROM_UNKNOWN:
            for earlier in cards[:index]:
                hands.put_back(seat, earlier)
            if taken is Taken.NOT_HELD:
                return Violation(Code.NOT_HELD, "holding", (("card", card),))
            most = state.rules.copies[card]
            return Violation(Code.NONE_LEFT, "holding", (("card", card), ("most", most)))
    return None


def excuse_miscount(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    """Take the cards of a play from a miscounted hand, though it seems not to hold them.

    Return whether they were taken. A hand is excused once, because one missing or wrong line makes
    one uncounted card turn up.
    """
    if not state.miscounted >> seat & 1 or not has_cards(state, seat, len(cards)):
        return False
    remove_cards(state, seat, cards)
    state.miscounted &= ~(1 << seat)
    return True


def has_cards(state: State, seat: int, count: int) -> bool:
    """Return whether a hand has *count* cards. While the stock lasts, cards it lacks are drawn for
    it, as unrecorded draws."""
    lacks = count - state.hand_size(seat)
    if lacks > state.stock:
        return False
    if lacks > 0:
        state.draw_unrecorded(seat, lacks)
    return True


def remove_cards(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Remove cards from a hand whether or not it can have held them."""
    hands = state.hands
    for card in cards:
        if hands.take(seat, card) > Taken.FROM_UNKNOWN:
            if hands.unseen[card]:
                hands.unseen[card] -= 1
            hands.forget(seat)


def receive(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Move cards from the stock into a hand; record those with no copy left in the stock."""
    state.stock -= len(cards)
    for card in state.hands.give_all(seat, cards):
        state.illegal(Code.NONE_LEFT, "holding", card=card, most=state.rules.copies[card])
    state.recount_hand(seat)


def settle_claims(state: State) -> None:
    """Replace the findings that cards shown since have decided."""
    findings = state.findings
    for claim in state.hands.settle():
        verdict = Verdict.LEGAL if claim.decided else Verdict.ILLEGAL
        index = bisect_left(findings, claim.event, key=lambda finding: finding.event)
        while index < len(findings) and findings[index].event == claim.event:
            if findings[index].rule == claim.tag:
                findings[index] = findings[index]._replace(verdict=verdict, decided=state.index)
            index += 1
