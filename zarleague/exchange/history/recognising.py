"""Recognise the layout of a spreadsheet from its first rows."""

import dataclasses
import datetime
import math
from collections.abc import Sequence
from typing import Final

from zarleague.exchange.history.cells import day_of, points_of, text_of, word_of
from zarleague.exchange.history.layout import Layout, Shape, Use
from zarleague.exchange.history.sheets import Cell, Row

LOOKED_AT: Final = 3000
"""Rows used to recognise the layout."""
_MOSTLY: Final = 0.6
"""Share of a column's cells that must be alike."""
_CHANCE: Final = math.log(1000)
"""Columns of points that only ever rise are running totals if that happens by chance once in so
many files: n rows are in order in one of n! cases."""

_WORDS: Final = {
    Use.DAY: {"date", "day", "evening", "night", "datum", "tag", "abend"},
    Use.HAND: {"hand", "round", "deal", "game", "hand no", "runde", "nr", "no", "spiel"},
    Use.TABLE: {"table", "match", "game", "tisch", "partie"},
    Use.NAME: {"player", "name", "who", "spieler", "spielerin", "wer"},
    Use.POINTS: {"points", "score", "result", "punkte", "ergebnis", "total", "summe"},
}
_SUMS: Final = {"total", "sum", "summe", "gesamt", "average", "check", "kontrolle"}
"""Headings of columns, and first cells of rows, that mark sums."""

Numbered = Sequence[tuple[int, Row]]


def is_sum(cell: Cell) -> bool:
    """Return whether a cell marks its row or column as a sum."""
    return word_of(cell) in _SUMS


def recognise(rows: Numbered) -> Layout:
    """Return the layout that explains the first rows best; columns that cannot be recognised are
    unused."""
    width = max((len(row) for _, row in rows), default=0)
    place = _heading_row(rows)
    below = [row for _, row in rows[place + 1 :] if not is_sum(_first(row))]
    headings = (
        tuple(text_of(_at(rows[place][1], column)) for column in range(width))
        if (place >= 0)
        else ("",) * width
    )
    columns = [[_at(row, column) for row in below] for column in range(width)]
    uses = _uses(headings, columns)
    layout = Layout(
        shape=Shape.LONG if Use.NAME in uses else Shape.WIDE,
        uses=tuple(uses),
        headings=headings,
        first_row=rows[place + 1][0] if place + 1 < len(rows) else 1,
        day_first=_day_first(columns, uses),
    )
    return _with_running_totals(layout, below) if layout.shape == Shape.WIDE else layout


def _at(row: Row, column: int) -> Cell:
    return row[column] if column < len(row) else None


def _first(row: Row) -> Cell:
    return next((cell for cell in row if cell is not None), None)


def _heading_row(rows: Numbered) -> int:
    """Return the index in *rows* of the headings: among the first rows, the last one that has two
    texts, no number or date, and stands above a row with some; -1 if there is none."""
    for place, (_, row) in enumerate(rows[:10]):
        filled = [cell for cell in row if cell is not None]
        if any(_is_datum(cell) for cell in filled):
            return place - 1
    return 0 if rows else -1


def _is_datum(cell: Cell) -> bool:
    return (
        points_of(cell) is not None
        or day_of(cell, day_first=True) is not None
        or (day_of(cell, day_first=False) is not None)
    )


def _share(cells: Sequence[Cell], kind: type | None) -> float:
    """Return the share of filled cells that contain a date (``date``) or points (``int``)."""
    filled = [cell for cell in cells if cell is not None]
    if not filled:
        return 0.0
    if kind is datetime.date:
        alike = sum(
            day_of(cell, day_first=True) is not None or day_of(cell, day_first=False) is not None
            for cell in filled
        )
    else:
        alike = sum(points_of(cell) is not None for cell in filled)
    return alike / len(filled)


def _uses(headings: Sequence[str], columns: Sequence[Sequence[Cell]]) -> list[Use]:
    words = [word_of(heading) for heading in headings]
    days = [_share(cells, datetime.date) >= _MOSTLY for cells in columns]
    numbers = [
        _share(cells, int) >= _MOSTLY and not day for cells, day in zip(columns, days, strict=True)
    ]
    uses = [Use.NOTHING] * len(columns)
    if True in days:
        uses[days.index(True)] = Use.DAY
    free = [c for c in range(len(columns)) if uses[c] == Use.NOTHING and any(_filled(columns[c]))]
    texts = [c for c in free if not numbers[c] and not days[c]]
    name = _named(texts, words, Use.NAME)
    if name is None and len(texts) == 1 and sum(numbers[c] for c in free) <= 2:
        name = texts[0]
    hand = _named([c for c in free if numbers[c]], words, Use.HAND)
    if hand is not None:
        uses[hand] = Use.HAND
    table = _named([c for c in free if c not in (hand, name)], words, Use.TABLE)
    if table is not None:
        uses[table] = Use.TABLE
    left = [c for c in free if numbers[c] and uses[c] == Use.NOTHING]
    if name is not None and left:
        uses[name] = Use.NAME
        points = _named(left, words, Use.POINTS)
        uses[left[-1] if points is None else points] = Use.POINTS
        return uses
    for column in left:
        if words[column] not in _SUMS:
            uses[column] = Use.PLAYER
    return uses


def _filled(cells: Sequence[Cell]) -> list[bool]:
    return [cell is not None for cell in cells]


def _named(among: Sequence[int], words: Sequence[str], use: Use) -> int | None:
    return next((column for column in among if words[column] in _WORDS[use]), None)


def _day_first(columns: Sequence[Sequence[Cell]], uses: Sequence[Use]) -> bool:
    """Return False if more cells are dates with the month first than with the day first."""
    if Use.DAY not in uses:
        return True
    cells = [cell for cell in columns[uses.index(Use.DAY)] if cell is not None]
    first = sum(day_of(cell, day_first=True) is not None for cell in cells)
    return first >= sum(day_of(cell, day_first=False) is not None for cell in cells)


def _with_running_totals(layout: Layout, rows: Sequence[Row]) -> Layout:
    """Return the layout, changed to running totals if its columns only ever rise."""
    for restarts in (False, True):
        if _rising(layout, rows, restarts=restarts) >= _CHANCE:
            return dataclasses.replace(layout, shape=Shape.RUNNING, restarts=restarts)
    return layout


def _rising(layout: Layout, rows: Sequence[Row], *, restarts: bool) -> float:
    """Return the logarithm of how improbable it is that columns rise like these by chance; 0 if one
    of them falls. With ``restarts`` they may fall from one evening to the next."""
    day_column = layout.column(Use.DAY)
    rare = 0.0
    for column in layout.columns(Use.PLAYER):
        day: Cell = None
        before: int | None = None
        length = rises = 0
        for row in rows:
            cell = _at(row, day_column) if day_column is not None else None
            if restarts and cell is not None and cell != day:
                rare += math.lgamma(length + 1) if rises else 0.0
                before, length, rises, day = None, 0, 0, cell
            points = points_of(_at(row, column))
            if points is None:
                continue
            if before is not None and points < before:
                return 0.0
            rises += before is not None and points > before
            before, length = points, length + 1
        rare += math.lgamma(length + 1) if rises else 0.0
    return rare
