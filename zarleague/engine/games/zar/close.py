"""The end of a hand: the close, and the cards shown then."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.possession import settle_claims
from zarleague.engine.games.zar.state import State
from zarleague.engine.holdings import Taken

MISCOUNT: Final = 2
"""The most cards that a hand may seem to hold at the end although it was played out, if a line
about it is missing or wrong."""


def apply_close(state: State, event: Event) -> None:
    """Judge the end of the hand: somebody is out and nobody matched, or there is nothing left to
    draw.

    A hand closed too early goes on: at once if the remedy takes illegal events back, else when the
    next event shows that it did.
    """
    if state.over:
        if not reopen(state):
            state.illegal(Code.HAND_OVER, "out")
            return
    elif not state.started:
        state.illegal(Code.NOT_STARTED, "out")
        return
    if not state.supply_gone() and _is_too_early(state):
        if state.remedy is Remedy.UNWIND:
            return
        state.closed_early = state.remedy is Remedy.RULED
    state.over = True
    state.playing = False


def reopen(state: State) -> bool:
    """Reopen a hand that was closed too early. Return whether it was."""
    if not state.closed_early:
        return False
    state.closed_early = state.over = False
    state.playing = not state.in_doubt and not state.turn_in_doubt
    return True


def _is_too_early(state: State) -> bool:
    """Return whether nobody is out yet or somebody has cards to draw first; if so, record the
    violation."""
    if state.out == NONE:
        if _may_be_out(state):
            return False
        if state.in_doubt or state.turn_in_doubt:
            state.illegal(Code.NOT_FINISHED, "out")
        else:
            state.illegal(Code.NOT_FINISHED, "out", due=state.turn)
        return True
    if state.in_doubt:
        # The last card was not named; what it costs the others cannot be known.
        state.unknown(Code.NOT_FINISHED, "out")
        return False
    if not any(state.owed) and not state.draw_two_debt:
        return False
    owing = {seat: owed_at_end(state, seat) for seat in range(state.seats)}
    for seat, count in owing.items():
        if count:
            state.illegal(Code.NOT_SETTLED, "settle", player=seat, count=count)
    return any(owing.values())


def _may_be_out(state: State) -> bool:
    """Return whether a miscounted hand may have been played out; if so, treat it as empty."""
    for seat in range(state.seats):
        if state.miscounted >> seat & 1 and state.hand_size(seat) <= MISCOUNT:
            state.out = seat
            return True
    return False


def owed_at_end(state: State, seat: int) -> int:
    """Return how many cards a seat has to draw before the hand can be scored."""
    owed = state.owed[seat]
    if seat == state.turn and state.rules.draws_after_out:
        owed += state.draw_two_debt
    return owed


def apply_left(state: State, event: Event) -> None:
    """Judge a hand shown at the end. It must have the right size, hold its known cards, and no card
    located elsewhere; what it shows may settle open claims."""
    if not state.over:
        state.illegal(Code.NOT_FINISHED, "out", due=state.turn)
        if state.remedy is not Remedy.RULED or not state.started:
            return
        # Cards are shown at the end, so the line that closes the hand is missing.
        state.over = state.closed_early = True
        state.playing = False
    seat = event.seat
    if state.miscounted >> seat & 1:
        _show_miscounted(state, seat, event.cards)
        return
    hands = state.hands
    count = state.hand_size(seat)
    if len(event.cards) != count:
        state.illegal(Code.WRONG_COUNT, "holding", count=len(event.cards), due_count=count)
    shown = []
    for card in event.cards:
        if card == UNKNOWN:
            continue
        taken = hands.take(seat, card)
        if taken is Taken.NOT_HELD:
            state.illegal(Code.NOT_HELD, "holding", card=card)
        elif taken is Taken.NONE_LEFT:
            state.illegal(Code.NONE_LEFT, "holding", card=card, most=state.rules.copies[card])
        else:
            shown.append(card)
    if UNKNOWN not in event.cards:
        for card in dict.fromkeys(hands.cards(seat)):
            state.illegal(Code.FALSE_CLAIM, "holding", card=card)
    for card in shown:
        hands.put_back(seat, card)
    if hands.claims:
        settle_claims(state)


def _show_miscounted(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Accept the cards that a player shows for a hand whose count is doubtful."""
    hands = state.hands
    for _ in range(state.hand_size(seat)):
        hands.forget(seat)
        state.stock += 1
    count = min(len(cards), state.stock)
    state.stock -= count
    hands.give_all(seat, cards[:count])
    state.miscounted &= ~(1 << seat)
