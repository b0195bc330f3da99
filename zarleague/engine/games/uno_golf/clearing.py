"""Which two cards of a column match, so that the column may be cleared, and what the rest costs."""

from collections.abc import Iterable

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.games.uno_golf.rules import Rules


def matches(rules: Rules, first: int, second: int) -> bool | None:
    """Whether two cards match; None if one of them is unknown."""
    if first == UNKNOWN or second == UNKNOWN:
        return None
    return bool(rules.matching[first] >> second & 1)


def points_of(rules: Rules, columns: Iterable[tuple[int, int]]) -> int | None:
    """What the columns of a grid cost at the end of the round, those cleared that the rules
    clear for their owner; None while an unknown card decides."""
    total = 0
    for column in columns:
        points = rules.column_points.get(column)
        if points is None:
            return None
        total += points
    return total
