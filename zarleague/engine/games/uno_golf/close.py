"""The end of a round: showing the face-down cards, and closing."""

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.games.uno_golf.grid import COLUMN_CARDS, places_in_order
from zarleague.engine.games.uno_golf.state import TURN_DONE, State
from zarleague.engine.games.uno_golf.turns import end_turn, seats_perhaps_owing, turn_end


def _end_turns(state: State, rule: str) -> None:
    """End the turns. If they are not over, or may not be because of an unknown card, record it
    once; the rest is judged as if the round had ended."""
    if state.turns_over or state.over:
        return
    end = turn_end(state) if state.phase == TURN_DONE else None
    if end is not None and (end.turns_over or end.end_in_doubt):
        end_turn(state, end)
    if state.end_in_doubt:
        state.unknown(Code.NOT_FINISHED, rule)
        state.turns_over = True
        return
    # After a grid was all face up somebody played on, which has been said.
    played_on = state.out == NONE and any(
        grid and not hidden for grid, hidden in zip(state.grids, state.face_down, strict=True)
    )
    if not (state.turns_over or played_on):
        state.illegal(Code.NOT_FINISHED, rule)
        state.closed_early = True
    state.turns_over = True


def apply_left(state: State, event: Event) -> Violation | None:
    """Turn up all cards of a grid that are still face down, column by column, top before bottom:
    "The remaining players flip over any cards in their grids that are still facedown" (End of
    Round)."""
    seat = event.seat
    _end_turns(state, "end-clear")
    grid = state.grids[seat]
    places = places_in_order(grid, state.face_down[seat])
    if not places or len(event.cards) != len(places):
        return wrong_count("end-clear", len(event.cards), len(places))
    for place, card in zip(places, event.cards, strict=True):
        grid[place] = state.name_in_grid(seat, place, card, "end-clear")
    state.face_down[seat].clear()
    return None


def apply_close(state: State, event: Event) -> Violation | None:
    """Close the round: the turns are over and everybody has added what was owed."""
    _end_turns(state, "round-end")
    if not state.closed_early:
        _judge_what_is_owed(state)
    state.over = True
    return None


def _judge_what_is_owed(state: State) -> None:
    """Record a close that came too early: somebody still had to add a column, or to choose who adds
    one. If only an unknown last discard could tell, record that it cannot be known."""
    owing = state.seats_owing()
    if state.end_in_doubt:
        # Whether the last discard still acted is as open as the end itself.
        if owing or state.chooser != NONE or seats_perhaps_owing(state):
            state.unknown(Code.NOT_SETTLED, "last-action")
    elif owing:
        cards = COLUMN_CARDS * len(state.debts[owing[0]])
        state.illegal(Code.NOT_SETTLED, "last-action", player=owing[0], count=cards)
    elif state.chooser != NONE:
        state.illegal(Code.NOT_CHOSEN, "last-action", due=state.chooser)
    elif seats_perhaps_owing(state):
        state.unknown(Code.NOT_SETTLED, "last-action")
