"""The end of a round: showing the face-down cards, and closing."""

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.grid import face_down
from zarleague.engine.games.uno_golf.state import DONE, State
from zarleague.engine.games.uno_golf.turns import outcome, pass_turn


def _has_ended(state: State, rule: str) -> bool:
    """Whether the turns are over, or may be where an unknown card decides it. Otherwise a
    finding."""
    if state.ended or state.over:
        return True
    end = outcome(state) if state.step == DONE else None
    if end is not None and (end.ended or end.end_open):
        pass_turn(state, end)
    if state.end_open:
        state.unclear(Code.NOT_FINISHED, rule)
        state.ended = True
    if state.ended:
        return True
    state.illegal(Code.NOT_FINISHED, rule)
    return False


def show_left(state: State, event: Event) -> None:
    """A seat turns up all cards that are still face down, column by column, top before bottom."""
    seat = event.seat
    if not _has_ended(state, "end-clear"):
        return
    hidden = face_down(state, seat)
    if not hidden or len(event.cards) != len(hidden):
        state.illegal(Code.WRONG_COUNT, "end-clear", count=len(event.cards), due_count=len(hidden))
        return
    grid = state.grids[seat]
    for place, card in zip(hidden, event.cards, strict=True):
        grid[place] = state.name(grid[place], card)
    state.hidden[seat].clear()


def close(state: State, event: Event) -> None:
    """The round is over and everybody has added what was owed."""
    if _has_ended(state, "round-end"):
        unsettled = state.owed[0].seat if state.owed else state.chooser
        # Whether the last discard still acted is as open as the end itself.
        if unsettled != NONE and not state.end_open:
            state.illegal(Code.NOT_SETTLED, "last-action", player=unsettled)
    state.over = True
