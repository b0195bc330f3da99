"""Calls: "UNO" with one face-down card left, and catching a player who has not said it."""

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.uno_golf.state import State


def apply_say(state: State, event: Event) -> Violation | None:
    """Let a seat say "UNO": "When you only have one facedown card left in your grid, you need to
    call out" (Calling UNO)."""
    seat = event.seat
    if state.turns_over:
        return Violation(Code.HAND_OVER, "uno")
    if event.name == NONE:
        return Violation(Code.WRONG_OPERANDS, "uno")
    if not state.unsaid >> seat & 1:
        return _not_unsaid(state, seat)
    state.unsaid &= ~(1 << seat)
    return None


def apply_catch(state: State, event: Event) -> Violation | None:
    """Let a seat catch another (``other``) that has not said "UNO": "Should you fail to say UNO and
    someone catches you before the next player starts their turn, you have to draw two cards"
    (Calling UNO)."""
    other = event.other
    if not 0 <= other < state.seats:
        return Violation(Code.WRONG_OPERANDS, "uno")
    if state.turns_over:
        return Violation(Code.HAND_OVER, "uno")
    if event.seat == other:
        return Violation(Code.NOT_ALLOWED, "uno")
    if not state.unsaid >> other & 1:
        return _not_unsaid(state, other)
    state.unsaid &= ~(1 << other)
    if state.rules.uno_penalty:
        state.owe_column(other, "uno")
    return None


def _not_unsaid(state: State, seat: int) -> Violation:
    """Return the violation of a call about a seat that has said "UNO" or need not: the call comes
    too late if the seat has one face-down card."""
    late = len(state.face_down[seat]) == 1
    return Violation(Code.TOO_LATE if late else Code.FALSE_CLAIM, "uno")
