"""Changes of the rows of a sheet, which keep their numbers, and what such changes look at."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from zarleague.exchange.history.cells import is_absent
from zarleague.exchange.history.sheets import Cell, Row

Numbered = tuple[int, Row]
Change = Callable[[Iterable[Numbered]], Iterator[Numbered]]
HEADINGS: Final = 20
"""Rows within which the headings stand."""


def column_of(rows: Sequence[Numbered], at: int) -> list[Cell]:
    """Return the cells of a column that hold something."""
    return [row[at] for _, row in rows if at < len(row) and not is_absent(row[at])]


def width_of(rows: Sequence[Numbered]) -> int:
    return max((len(row) for _, row in rows), default=0)


def heading_at(rows: Sequence[Numbered], is_heading: Callable[[Cell], bool]) -> int:
    """Return the index of the first row with such a heading, -1 if there is none."""
    return next(
        (at for at, (_, row) in enumerate(rows[:HEADINGS]) if any(map(is_heading, row))), -1
    )


def cells_changed(new: Callable[[Cell], Cell], at: int | None = None) -> Change:
    """Return the change that puts another cell for each, or for each of one column."""

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            yield (
                number,
                [new(cell) if at in (None, place) else cell for place, cell in enumerate(row)],
            )

    return change


def emptied(rows: Iterable[Numbered], columns: Collection[int]) -> Iterator[Numbered]:
    """Yield rows with nothing in some columns; without those that say nothing elsewhere, as a
    file's empty rows are left out."""
    for number, row in rows:
        kept = [None if place in columns else cell for place, cell in enumerate(row)]
        if any(cell is not None for cell in kept):
            yield number, kept
