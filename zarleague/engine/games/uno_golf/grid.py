"""The grids: finding a card, turning one up, adding and clearing columns."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.games.uno_golf.state import COLUMN, GONE, GRID, TOP, State

PLACES: Final = tuple(
    10 * column + row for column in range(1, GRID // COLUMN + 1) for row in (TOP, TOP + 1)
)
"""The places of a grid as it is dealt."""


def places(state: State, seat: int) -> list[int]:
    """The places of a grid that hold a card."""
    return [place for place, card in state.grids[seat].items() if card != GONE]


def face_down(state: State, seat: int) -> list[int]:
    """The places of a grid that lie face down, column by column, top before bottom."""
    hidden = state.hidden[seat]
    return [place for place in state.grids[seat] if place in hidden]


def shows_any(state: State, seat: int) -> bool:
    """Whether a card of a grid was turned up."""
    return len(state.grids[seat]) > len(state.hidden[seat])


def face_up(state: State, seat: int, place: int, card: int) -> None:
    """A card lies face up in a place that was face down. Whose last such place but one that was
    has to say so; whose last it was ends the round."""
    state.grids[seat][place] = card
    hidden = state.hidden[seat]
    hidden.remove(place)
    if len(hidden) == 1:
        state.uno_due |= 1 << seat
    elif not hidden:
        state.uno_due &= ~(1 << seat)
        if state.out == NONE:
            state.out = seat


def add_column(state: State, seat: int, cards: tuple[int, int]) -> None:
    """Two face-down cards as a new column: in the place of a cleared one, or at the end."""
    grid = state.grids[seat]
    if GONE in grid.values():
        top = next(place for place, card in grid.items() if card == GONE)
    else:
        top = 10 * (len(grid) // COLUMN + 1) + TOP
    grid[top], grid[top + 1] = cards
    state.hidden[seat] |= {top, top + 1}
    state.uno_due &= ~(1 << seat)


def column_cards(state: State, seat: int, column: int) -> tuple[int, int] | None:
    """The two cards of a column by its number from 1, None if it is not all face up."""
    top = 10 * column + TOP
    grid = state.grids[seat]
    hidden = state.hidden[seat]
    if grid.get(top, GONE) == GONE or top in hidden or top + 1 in hidden:
        return None
    return grid[top], grid[top + 1]


def clear_column(state: State, seat: int, column: int) -> None:
    """Take a column out of the grid."""
    top = 10 * column + TOP
    grid = state.grids[seat]
    grid[top] = grid[top + 1] = GONE


def columns(state: State, seat: int) -> list[tuple[int, int]]:
    """The columns of a grid that are left."""
    cards = iter(state.grids[seat].values())
    return [column for column in zip(cards, cards, strict=True) if GONE not in column]


def all_known(state: State, seat: int) -> bool:
    """Whether every card of a grid is known."""
    return UNKNOWN not in state.grids[seat].values()
