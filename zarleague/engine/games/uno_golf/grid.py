"""The grids: finding a place, turning a card up, adding and clearing columns."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.games.uno_golf.state import COLUMN, GONE, State


def cell_of(state: State, seat: int, place: int) -> int:
    """The cell of a place in the grid of a seat, NONE if there is no card at it."""
    column, row = divmod(place, 10)
    if column < 1 or row not in (1, 2):
        return NONE
    cell = COLUMN * (column - 1) + row - 1
    grid = state.grids[seat]
    return cell if cell < len(grid) and grid[cell] != GONE else NONE


def place_of(cell: int) -> int:
    """The place of a cell, as a log writes it."""
    return 10 * (cell // COLUMN + 1) + cell % COLUMN + 1


def cells(state: State, seat: int) -> list[int]:
    """The cells of a grid that hold a card."""
    return [cell for cell, card in enumerate(state.grids[seat]) if card != GONE]


def face_down(state: State, seat: int) -> list[int]:
    """The cells of a grid that lie face down."""
    up = state.up[seat]
    return [cell for cell in cells(state, seat) if not up >> cell & 1]


def face_up(state: State, seat: int, cell: int, card: int) -> None:
    """A card lies face up in a cell from now on. Whose last card but one that was has to say so;
    whose last it was ends the round."""
    state.grids[seat][cell] = card
    if state.up[seat] >> cell & 1:
        return
    state.up[seat] |= 1 << cell
    state.down[seat] -= 1
    if state.ended:
        return
    if state.down[seat] == 1:
        state.uno_due |= 1 << seat
    elif not state.down[seat]:
        state.uno_due &= ~(1 << seat)
        if state.out == NONE:
            state.out = seat


def add_column(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Two face-down cards as a new column: in the place of a cleared one, or at the end."""
    grid = state.grids[seat]
    if GONE in grid:
        cell = grid.index(GONE)
        grid[cell : cell + COLUMN] = cards
    else:
        grid.extend(cards)
    state.down[seat] += COLUMN
    state.uno_due &= ~(1 << seat)


def column_cards(state: State, seat: int, column: int) -> tuple[int, int] | None:
    """The two cards of a column by its number from 1, None if it is not all face up."""
    cell = COLUMN * (column - 1)
    grid = state.grids[seat]
    if column < 1 or cell >= len(grid) or grid[cell] == GONE:
        return None
    if state.up[seat] >> cell & 3 != 3:
        return None
    return grid[cell], grid[cell + 1]


def clear_column(state: State, seat: int, column: int) -> None:
    """Take a column out of the grid."""
    cell = COLUMN * (column - 1)
    state.grids[seat][cell : cell + COLUMN] = (GONE, GONE)
    state.up[seat] &= ~(3 << cell)


def columns(state: State, seat: int) -> list[tuple[int, ...]]:
    """The columns of a grid that are left."""
    grid = state.grids[seat]
    return [
        tuple(grid[cell : cell + COLUMN])
        for cell in range(0, len(grid), COLUMN)
        if grid[cell] != GONE
    ]


def all_known(state: State, seat: int) -> bool:
    """Whether every card of a grid is known."""
    return UNKNOWN not in state.grids[seat]
