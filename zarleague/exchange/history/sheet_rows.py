"""Read the rows of a spreadsheet by its layout: evenings, names, points."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import (
    FIRST_DAY,
    day_of,
    is_absent,
    is_day,
    points_of,
    text_of,
    word_of,
)
from zarleague.exchange.history.gathered import MAX_NAMES, Gathered, ProblemKind, SheetHand
from zarleague.exchange.history.headings import NAMES_LIKE_SUMS, is_sum
from zarleague.exchange.history.layout import Layout, Use, Values
from zarleague.exchange.history.sheets import Cell, Row
from zarleague.leagues.names import name_key

MAX_NAME: Final = 60
MAX_TOGETHER: Final = 60
"""Players of one evening, where a row is an evening."""
PART: Final = re.compile(
    r"\s*(?:[,;/|+&]|\bvs?\.?(?=\s)|\band\b|\bund\b|\bet\b|(?<=\s)(?:en|y|e)(?=\s))\s*", re.I
)
"""What stands between names in one cell."""
YES: Final = frozenset(
    [
        *("yes", "y", "true", "x", "1", "w", "won", "win", "winner", "ja", "j", "wahr", "oui"),
        *("si", "sì", "sí", "sim", "o", "vrai", "✓", "✔", "🏆"),
    ]
)
NO: Final = frozenset(
    [
        *("no", "n", "false", "0", "l", "lost", "loss", "nein", "falsch", "non", "faux", "não"),
        *("nao", "nee", "-"),
    ]
)


class EveningsOfRows:
    """Parses the evenings; an empty cell repeats the one above."""

    def __init__(self, found: Gathered, layout: Layout, today: datetime.date) -> None:
        self._found = found
        self._column = layout.column(Use.DAY)
        self._day_first = layout.day_first
        self._today = today
        self._last = layout.day if self._column is None else None

    def is_missing(self, row: Row) -> bool:
        """Return whether a row does not say its evening, although there is a column for it."""
        return self._column is not None and cell_at(row, self._column) is None

    def of(self, number: int, row: Row) -> datetime.date | None:
        """Return the evening of a row; None, and a problem reported, if there is none."""
        if self._column is None:
            return self._last
        cell = cell_at(row, self._column)
        at = (self._column, number)
        if cell is not None:
            day = day_of(cell, day_first=self._day_first)
            if day is None:
                self._found.flaw(ProblemKind.DATE, at, text=text_of(cell)[:40])
                return None
            if not FIRST_DAY <= day <= self._today:
                self._found.flaw(ProblemKind.FUTURE, at)
                return None
            self._last = day
        if self._last is None:
            self._found.flaw(ProblemKind.NO_DATE, at)
        return self._last


class SeriesOfHands:
    """Tells matches at one table on one evening apart where the numbers of the hands begin
    again."""

    def __init__(self) -> None:
        self._last: dict[tuple[datetime.date, str], tuple[int, int]] = {}

    def of(self, day: datetime.date, table: str, cell: Cell) -> int:
        """Return the number of the match, from 1, for a row with this hand."""
        series, last = self._last.get((day, table), (1, 0))
        number = points_of(cell) or 0
        if number == 1 and last > 1:
            series += 1
        self._last[day, table] = series, number or last
        return series


def data_rows(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout
) -> Iterator[tuple[int, Row]]:
    """Yield the data rows, without headings and sums; only those of one game if a column names the
    game. A second table ends them, and is a problem. Max may be a player: a row that begins so has
    a day, or numbers that are not the most of those above."""
    game = layout.column(Use.GAME)
    day = layout.column(Use.DAY)
    is_of_names = layout.column(Use.NAME) == 0
    titled = 0
    numbers: list[list[int | None]] = []
    named: list[tuple[int, Row]] = []
    for number, row in rows:
        if game is not None and layout.game and key_of(cell_at(row, game)) != name_key(layout.game):
            continue
        if number < layout.first_row:
            continue
        first = next(cell for cell in row if cell is not None)
        repeats = day is not None and key_of(cell_at(row, day)) == name_key(layout.headings[day])
        if repeats and layout.headings[day or 0]:
            if titled or not _repeats_headings(row, layout):
                found.note(
                    str(number),
                    gettext_noop(
                        "Another table begins here. Save it as a file of its own, and remove it "
                        "from this one."
                    ),
                )
                return
            continue
        is_title = sum(cell is not None for cell in row) == 1 and isinstance(first, str)
        titled = number if is_title and not is_day(first) else 0
        if not is_sum(first):
            if is_of_names:
                numbers.append(_numbers(row))
            yield number, row
        elif is_of_names and word_of(first) in NAMES_LIKE_SUMS:
            if day is not None and cell_at(row, day) is not None:
                yield number, row
            else:
                named.append((number, row))
    for number, row in named:
        if not _is_extreme_of(_numbers(row), numbers):
            yield number, row


def _numbers(row: Row) -> list[int | None]:
    return [points_of(cell) for cell in row]


def _is_extreme_of(numbers: Sequence[int | None], others: Sequence[Sequence[int | None]]) -> bool:
    """Return whether a row has in each column the most, or in each the fewest, of other rows."""
    columns = [
        (number, [other for row in others for other in row[at : at + 1] if other is not None])
        for at, number in enumerate(numbers)
        if number is not None
    ]
    return any(all(rest and number == of(rest) for number, rest in columns) for of in (max, min))


def key_of(cell: Cell) -> str:
    """Return the key by which the names of games are compared."""
    return name_key(text_of(cell))


def _repeats_headings(row: Row, layout: Layout) -> bool:
    cells = [text_of(cell_at(row, column)) for column in range(len(layout.headings))]
    return cells == list(layout.headings)


def cell_at(row: Row, column: int) -> Cell:
    return row[column] if column < len(row) else None


def is_too_long(name: str) -> bool:
    return len(name) > MAX_NAME or len(name_key(name)) > 2 * MAX_NAME


def place_of_name(
    found: Gathered, name: str, at: tuple[int, int], hand: SheetHand | None
) -> int | None:
    if not name_key(name):
        found.flaw(ProblemKind.NO_NAME, at, hand)
        return None
    if is_too_long(name):
        found.flaw(ProblemKind.LONG_NAME, at, hand, most=MAX_NAME)
        return None
    place = found.place_of(name)
    if place is None:
        found.note("", gettext_noop("The file has more than {most} names."), most=MAX_NAMES)
    return place


def points_in(
    found: Gathered,
    row: Row,
    column: int,
    number: int,
    layout: Layout,
    hand: SheetHand,
    *,
    needed: bool = False,
) -> int | None:
    cell = cell_at(row, column)
    if is_absent(cell):
        if needed:
            found.flaw(ProblemKind.NO_POINTS, (column, number), hand)
        return None
    points = points_of(cell, layout.thousands, found.unit)
    if layout.values == Values.WINS and (said := text_of(cell).casefold()) in YES | NO:
        points = int(said in YES)
    if points is None and not any(map(str.isdigit, text_of(cell))):
        found.words.append((text_of(cell)[:40], (column, number), hand))
        points = 0 if found.words_are_zero else None
    elif points is None:
        found.flaw(ProblemKind.POINTS, (column, number), hand, text=text_of(cell)[:40])
    else:
        found.numbers[column] += 1
    return points
