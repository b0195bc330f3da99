"""The base of all states: copying, copying from another state, and recording findings."""

from dataclasses import dataclass, field

import pytest

from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.holdings import Holdings
from zarleague.engine.state import HandState


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A state with a field of every sort a game uses."""

    turn: int = field(default=0, init=False)
    discard: list[int] = field(default_factory=list, init=False)
    grids: list[dict[int, int]] = field(default_factory=list, init=False)
    hidden: set[int] = field(default_factory=set, init=False)
    hands: Holdings = field(init=False)
    chosen: list[tuple[int, int] | None] = field(default_factory=list, init=False)
    alternative: "State | None" = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.hands = Holdings([2, 2], self.seats)


def _state() -> State:
    state = State(2, 1, Remedy.RULED)
    state.discard = [3]
    state.grids = [{11: 4}, {}]
    state.hidden = {11}
    state.chosen = [None, (1, 2)]
    state.hands.give(0, 1)
    return state


def test_a_copy_has_the_same_values() -> None:
    """Every field, those of the base and of the game, has its value in the copy."""
    state = _state()
    state.turn, state.index, state.over = 1, 7, True
    twin = state.copy()
    assert (twin.seats, twin.dealer, twin.remedy) == (2, 1, Remedy.RULED)
    assert (twin.turn, twin.index, twin.over) == (1, 7, True)
    assert (twin.discard, twin.grids, twin.hidden) == ([3], [{11: 4}, {}], {11})
    assert twin.chosen == [None, (1, 2)]
    assert twin.hands.cards(0) == (1,)
    assert twin.alternative is None


def test_changing_a_copy_leaves_the_original_alone() -> None:
    """Lists, what lies in lists, sets, holdings and another state are copied."""
    state = _state()
    state.alternative = _state()
    twin = state.copy()
    assert twin.alternative is not None
    twin.discard.append(4)
    twin.grids[0][11] = 5
    twin.hidden.clear()
    twin.hands.give(0, 1)
    twin.alternative.discard.append(6)
    twin.illegal(Code.OUT_OF_TURN, "turn")
    assert (state.discard, state.grids, state.hidden) == ([3], [{11: 4}, {}], {11})
    assert state.hands.cards(0) == (1,)
    assert state.alternative.discard == [3]
    assert state.findings == []


def test_becoming_another_state_takes_over_all_of_it() -> None:
    """As after an illegal event that is taken back."""
    state = _state()
    before = state.copy()
    state.discard.append(4)
    state.turn = 1
    state.become(before)
    assert (state.discard, state.turn) == ([3], 0)


def test_findings_speak_of_the_event_being_judged() -> None:
    """Their index is the state's; facts keep their order."""
    state = _state()
    state.index = 5
    state.illegal(Code.NONE_LEFT, "deck", card=3, most=2)
    state.unknown(Code.DOES_NOT_FIT, "turn")
    assert state.findings == [
        Finding(5, Verdict.ILLEGAL, Code.NONE_LEFT, "deck", (("card", 3), ("most", 2))),
        Finding(5, Verdict.UNKNOWN, Code.DOES_NOT_FIT, "turn"),
    ]


def test_a_state_has_no_fields_that_were_not_declared() -> None:
    """A field that is set but not declared would not be copied."""
    with pytest.raises(AttributeError):
        _state().forgotten = 1  # type: ignore[attr-defined]
