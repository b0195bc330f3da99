"""The grid of a seat: its places, and turning up, adding and clearing cards.

A *place* is column and row as a log writes it: 21 for the top and 22 for the bottom of the second
column. The columns of a grid keep their numbers; a new column takes the lowest number that is free.
A grid maps each place to its card, ``UNKNOWN`` where it was not named, or ``CLEARED``, column by
column and top before bottom.
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN

Grid = dict[int, int]

CARDS_DEALT: Final = 6
"""Cards dealt to each grid."""
COLUMN_CARDS: Final = 2
"""Cards in a column."""
TOP_ROW: Final = 1
"""The row of the upper card of a column."""
CLEARED: Final = -2
"""The value of a place whose column was cleared."""
PLACES_DEALT: Final = tuple(
    10 * column + row
    for column in range(1, CARDS_DEALT // COLUMN_CARDS + 1)
    for row in (TOP_ROW, TOP_ROW + 1)
)
"""The places of a grid as it is dealt."""


def occupied_places(grid: Grid) -> list[int]:
    """Return the places that hold a card."""
    return [place for place, card in grid.items() if card != CLEARED]


def places_in_order(grid: Grid, places: set[int]) -> list[int]:
    """Return those of the grid's *places* column by column, top before bottom."""
    return [place for place in grid if place in places]


def free_column(grid: Grid) -> int:
    """Return the upper place of the next column to be added: the first cleared one, or one more."""
    if CLEARED in grid.values():
        return next(place for place, card in grid.items() if card == CLEARED)
    return 10 * (len(grid) // COLUMN_CARDS + 1) + TOP_ROW


def column_number(place: int) -> int:
    return place // 10


def face_up_pair(grid: Grid, face_down: set[int], column: int) -> tuple[int, int] | None:
    """Return the two cards of a column by its number from 1, None unless both lie face up."""
    top = 10 * column + TOP_ROW
    if grid.get(top, CLEARED) == CLEARED or top in face_down or top + 1 in face_down:
        return None
    return grid[top], grid[top + 1]


def clear_column(grid: Grid, column: int) -> None:
    """Take the cards of a column out of the grid."""
    top = 10 * column + TOP_ROW
    grid[top] = grid[top + 1] = CLEARED


def columns_left(grid: Grid) -> list[tuple[int, int]]:
    """Return the columns that have not been cleared."""
    cards = iter(grid.values())
    return [column for column in zip(cards, cards, strict=True) if CLEARED not in column]


def all_known(grid: Grid) -> bool:
    """Return whether every card of the grid has been named."""
    return UNKNOWN not in grid.values()
