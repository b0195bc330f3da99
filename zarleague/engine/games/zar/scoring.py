"""Points of the hands."""

from zarleague.engine.event import NONE
from zarleague.engine.games.zar.state import State


def points(state: State) -> tuple[int | None, ...]:
    """Return the points of each seat as the hand stands, None where an unnamed card decides. Cards
    whose other copies are all located count as named.

    When the supply has run out the option decides who scores: the player holding most "loses"
    (Holland, Other considerations).
    """
    rules = state.rules
    exhausted = state.over and state.out == NONE and state.supply_gone()
    if exhausted and rules.exhausted == "void":
        return (0,) * state.seats
    most = max(state.hand_size(seat) for seat in range(state.seats))
    scores: list[int | None] = []
    for seat in range(state.seats):
        if exhausted and rules.exhausted == "loser-only" and state.hand_size(seat) < most:
            scores.append(0)
        else:
            scores.append(state.hands.points(seat, rules.points))
    return tuple(scores)
