"""From a figure in a table back to the hands that make it."""

from collections.abc import Collection, Iterable
from enum import StrEnum

from zarleague.standings.results import Result
from zarleague.standings.table import Row


class Shown(StrEnum):
    """A figure of a `Row` that can be unfolded."""

    HANDS = "hands"
    WINS = "wins"
    POINTS = "points"
    AVERAGE = "average"
    PLACE_POINTS = "place-points"
    PENALTY = "penalty"
    LOWEST_HAND = "lowest-hand"
    HIGHEST_HAND = "highest-hand"
    DROPPED = "dropped"
    """The hands of the evenings that do not count."""


def hands_behind(results: Iterable[Result], row: Row, shown: Shown) -> tuple[Result, ...]:
    """Return the player's results that make the figure, in the order given.

    ``results`` are those the row's table was made of. Penalties tied to no hand are not among
    them.
    """
    counted, dropped = set(row.counted), set(row.dropped)
    own = [result for result in results if result.player_id == row.player_id]
    counting = [result for result in own if result.evening in counted]
    match shown:
        case Shown.HANDS | Shown.POINTS | Shown.AVERAGE | Shown.PLACE_POINTS:
            chosen = counting
        case Shown.WINS:
            chosen = [result for result in counting if result.won]
        case Shown.PENALTY:
            chosen = [result for result in own if result.penalty]
        case Shown.LOWEST_HAND:
            chosen = [result for result in counting if result.points == row.lowest_hand]
        case Shown.HIGHEST_HAND:
            chosen = [result for result in counting if result.points == row.highest_hand]
        case Shown.DROPPED:
            chosen = [result for result in own if result.evening in dropped]
    return tuple(chosen)


def hands_between(results: Iterable[Result], players: Collection[int]) -> tuple[Result, ...]:
    """Return the players' results in hands that at least two of them played: what a head-to-head
    tie-break among them looks at.
    """
    own = [result for result in results if result.player_id in players]
    present: dict[int, int] = {}
    for result in own:
        present[result.hand_id] = present.get(result.hand_id, 0) + 1
    return tuple(result for result in own if present[result.hand_id] > 1)
