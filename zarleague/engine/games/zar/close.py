"""The end of a hand: the close, and the cards shown then."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.possession import settle_claims
from zarleague.engine.games.zar.state import VINCENT, State
from zarleague.engine.holdings import Taken

MISCOUNT: Final = 2
"""The most cards that a hand may seem to hold at the end although it was played out, if a line
about it is missing or wrong."""


def apply_close(state: State, event: Event) -> Violation | None:
    """Judge the end of the hand: somebody is out and nobody matched, or there is nothing left to
    draw.

    A hand closed too early goes on: at once if the remedy takes illegal events back, else when the
    next event shows that it did.
    """
    if state.over:
        if not reopen(state):
            return Violation(Code.HAND_OVER, "out")
    elif not state.started:
        return Violation(Code.NOT_STARTED, "out")
    too_early = [] if state.supply_gone() else _judge_close(state)
    for violation in too_early:
        state.add_violation(violation)
    if too_early:
        if state.remedy is Remedy.UNWIND:
            return None
        state.closed_early = state.remedy is Remedy.RULED
    state.over = True
    state.playing = False
    return None


def reopen(state: State) -> bool:
    """Reopen a hand that was closed too early. Return whether it was."""
    if not state.closed_early:
        return False
    state.closed_early = state.over = False
    state.playing = not state.in_doubt and not state.turn_in_doubt
    return True


def _judge_close(state: State) -> list[Violation]:
    """Return the violations of closing the hand while nobody is out, or before everybody has drawn
    what is owed. A miscounted hand counts as played out."""
    if state.out == NONE:
        if _may_be_out(state):
            return []
        if to_draw := _played_out_but_owing(state):
            return to_draw
        knows_turn = not (state.in_doubt or state.turn_in_doubt)
        return [Violation(Code.NOT_FINISHED, "out", (("due", state.turn),) if knows_turn else ())]
    if state.in_doubt:
        # The last card was not named; what it costs the others cannot be known.
        state.unknown(Code.NOT_FINISHED, "out")
        return []
    if not any(state.owed) and not state.draw_two_debt:
        return []
    owing = [(seat, owed_at_end(state, seat)) for seat in range(state.seats)]
    return [
        Violation(Code.NOT_SETTLED, "settle", (("player", seat), ("count", count)))
        for seat, count in owing
        if count
    ]


def _played_out_but_owing(state: State) -> list[Violation]:
    """Return what the players without cards still have to draw, so that they are not out."""
    found = []
    for seat, debts in enumerate(state.debts):
        due = [debt for debt in debts if debt.rule != VINCENT]
        if due and not state.hand_size(seat):
            about = (("player", seat), ("count", sum(debt.cards for debt in due)))
            found.append(Violation(Code.NOT_SETTLED, due[0].rule, about))
    return found


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


def apply_left(state: State, event: Event) -> Violation | None:
    """Judge a hand shown at the end. It must have the right size, hold its known cards, and no card
    located elsewhere; what it shows may settle open claims."""
    if not state.over:
        violation = Violation(Code.NOT_FINISHED, "out", (("due", state.turn),))
        if state.remedy is not Remedy.RULED or not state.started:
            return violation
        # Cards are shown at the end, so the line that closes the hand is missing.
        state.add_violation(violation)
        state.over = state.closed_early = True
        state.playing = False
    seat = event.seat
    if state.miscounted >> seat & 1:
        _show_miscounted(state, seat, event.cards)
        return None
    hands = state.hands
    count = state.hand_size(seat)
    if len(event.cards) != count:
        state.illegal(Code.WRONG_COUNT, "holding", count=len(event.cards), expected_count=count)
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
    return None


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
