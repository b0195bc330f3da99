"""Remedies of an illegal event: it is taken back, or it stands and costs cards."""

from collections.abc import Callable
from typing import Final

from zarleague.engine.event import DRAW, MATCH, PLAY, Event
from zarleague.engine.findings import Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno import bluff
from zarleague.engine.games.uno.calls import apply_penalty
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.violations import blocked, not_held, not_in_stock

ILLEGAL_PLAY_CARDS: Final = 2
"""Cards owed for an illegal play that stands (our reading; option ``illegal-play``)."""
_CAN_STAND: Final = frozenset({PLAY, MATCH, DRAW})
"""The kinds of events that move cards, and so may stand although they were illegal."""


def remedy_illegal(
    state: State, event: Event, violation: Violation, apply_it: Callable[[State, Event], None]
) -> None:
    """Record an illegal event, and undo it or let it stand, as the table's remedy says. The seat of
    one that stands owes cards for it; a failed interception has a penalty of its own."""
    if violation.stands or event.kind not in _CAN_STAND:
        state.add_violation(violation)
        if violation.stands:
            _let_stand(state, event, apply_it)
        return
    ruled = state.remedy is Remedy.RULED and state.rules.illegal_stands
    wanted = state.in_doubt or ruled or state.remedy in (Remedy.PENALTY, Remedy.UNOPPOSED)
    stands = wanted and not violation.penalised and _can_stand(state, event)
    about = violation.about
    if not (stands and state.remedy is Remedy.UNOPPOSED):
        about = (*about, ("remedy", "penalty" if stands else "unwind"))
    state.add_finding(Verdict.ILLEGAL, violation.code, violation.rule, about)
    if event.kind == DRAW and not stands:
        _give_up_questions(state, event)
        state.draw_taken_back = event.seat == state.turn
    if violation.penalised and state.remedy is not Remedy.UNWIND:
        apply_penalty(state, event)
    if stands:
        _let_stand(state, event, apply_it)
        if not (state.in_doubt or state.remedy is Remedy.UNOPPOSED):
            state.owe(event.seat, ILLEGAL_PLAY_CARDS, "illegal-play")


def _give_up_questions(state: State, event: Event) -> None:
    """Drop the open questions about the hand of a seat whose draw was taken back.

    The table may have left the drawn cards in it, so what the hand shows later does not prove what
    it held before.
    """
    if 0 <= event.seat < state.seats:
        hand = state.hand_of[event.seat]
        hands = state.hands
        hands.claims = [claim for claim in hands.claims if claim.hand != hand]


def _let_stand(state: State, event: Event, apply_it: Callable[[State, Event], None]) -> None:
    """Apply an illegal event. In an open dispute, a seat that draws shows that it has lost, and one
    that plays that it has not."""
    if state.at_stake(event.seat) and not state.in_doubt:
        lost = event.kind == DRAW
        bluff.record_ruling(state, was_bluff=lost == (event.seat == state.accused))
    apply_it(state, event)


def _can_stand(state: State, event: Event) -> bool:
    """Return whether the cards allow an illegal event to stand."""
    if blocked(state, event.seat) is not None:
        return False
    if event.kind == DRAW:
        return not_in_stock(state, event.cards) is None
    if len(event.cards) != 1 or not 0 <= event.cards[0] < state.hands.faces:
        return False
    return not_held(state, event.seat, event.cards[0]) is None
