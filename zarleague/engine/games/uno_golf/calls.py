"""Calls: "UNO" with one face-down card left, and catching a player who has not said it."""

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.state import State


def apply_say(state: State, event: Event) -> None:
    """Let a seat say "UNO": "When you only have one facedown card left in your grid, you need to
    call out" (Calling UNO)."""
    seat = event.seat
    if state.turns_over:
        state.illegal(Code.HAND_OVER, "uno")
    elif event.name == NONE:
        state.illegal(Code.WRONG_OPERANDS, "uno")
    elif state.unsaid >> seat & 1:
        state.unsaid &= ~(1 << seat)
    elif len(state.face_down[seat]) == 1:
        state.illegal(Code.TOO_LATE, "uno")
    else:
        state.illegal(Code.FALSE_CLAIM, "uno")


def apply_catch(state: State, event: Event) -> None:
    """Let a seat catch another (``other``) that has not said "UNO": "Should you fail to say UNO and
    someone catches you before the next player starts their turn, you have to draw two cards"
    (Calling UNO)."""
    other = event.other
    if not 0 <= other < state.seats:
        state.illegal(Code.WRONG_OPERANDS, "uno")
    elif state.turns_over:
        state.illegal(Code.HAND_OVER, "uno")
    elif event.seat == other:
        state.illegal(Code.NOT_ALLOWED, "uno")
    elif not state.unsaid >> other & 1:
        late = len(state.face_down[other]) == 1
        state.illegal(Code.TOO_LATE if late else Code.FALSE_CLAIM, "uno")
    else:
        state.unsaid &= ~(1 << other)
        if state.rules.uno_penalty:
            state.owe_column(other, "uno")
