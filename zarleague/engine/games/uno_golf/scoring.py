"""What a grid costs at the end of a round."""

from collections.abc import Iterable

from zarleague.engine.games.uno_golf.grid import Grid, columns_left
from zarleague.engine.games.uno_golf.rules import Rules


def points_of_columns(rules: Rules, columns: Iterable[tuple[int, int]]) -> int | None:
    """Return the sum of what columns cost, nothing for those the rules clear for their owner; None
    if that depends on an unknown card, or on an action card whose points nobody has confirmed."""
    total = 0
    for column in columns:
        points = rules.column_points.get(column)
        if points is None:
            return None
        total += points
    return total


def points_of_grid(rules: Rules, grid: Grid) -> int | None:
    """Return what a grid costs as it lies; None before the deal and while that cannot be known."""
    return points_of_columns(rules, columns_left(grid)) if grid else None
