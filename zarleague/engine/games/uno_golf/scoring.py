"""The cost of a grid at the end of a round."""

from collections.abc import Iterable

from zarleague.engine.games.uno_golf.grid import Grid, columns_left
from zarleague.engine.games.uno_golf.rules import Rules


def points_of_columns(rules: Rules, columns: Iterable[tuple[int, int]]) -> int | None:
    """Return the sum of the costs of columns; those the rules clear for their owner cost nothing.
    Return None if an unknown card decides, or an action card whose points are not confirmed."""
    total = 0
    for column in columns:
        points = rules.column_points.get(column)
        if points is None:
            return None
        total += points
    return total


def points_of_grid(rules: Rules, grid: Grid) -> int | None:
    """Return the cost of a grid as it lies; None before the deal and while it is not known."""
    return points_of_columns(rules, columns_left(grid)) if grid else None
