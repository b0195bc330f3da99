"""Extract the hands of a spreadsheet by its layout, and report problems cell by cell."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import FIRST_DAY, day_of, points_of, text_of
from zarleague.exchange.history.layout import Layout, Shape, Use, cell_name
from zarleague.exchange.history.recognising import is_sum
from zarleague.exchange.history.sheets import Cell, Row
from zarleague.leagues.names import name_key

MAX_NAMES: Final = 300
MAX_NAME: Final = 60
MAX_TOGETHER: Final = 60
"""Players of one evening, where a row is an evening."""
MAX_HANDS: Final = 1000
"""Hands at one table on one evening."""
MAX_PROBLEMS: Final = 100
"""Problems that are listed; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A problem with a cell, or with the file if ``cell`` is ""."""

    cell: str
    msgid: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(slots=True)
class SheetHand:
    """A hand, or an evening of which only the totals are known."""

    day: datetime.date
    table: str
    row: int
    """Its first row."""
    points: dict[int, int] = field(default_factory=dict)
    """By the place of the player's name in the list of names."""


class Gathered:
    """The contents of a spreadsheet: names, hands, problems."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.hands: list[SheetHand] = []
        self.problems: list[CellProblem] = []
        self.more = 0
        """Problems beyond `MAX_PROBLEMS`."""
        self.rows = 0
        self.by_evening = False
        """Whether each row or group of rows is a whole evening."""
        self._places: dict[str, int] = {}

    def note(self, cell: str, msgid: str, **params: str | int) -> None:
        """Add a problem."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(CellProblem(cell, msgid, params))
        else:
            self.more += 1

    def place_of(self, name: str) -> int | None:
        """Return the index of a name, which is added if it is new; None if there are too many."""
        key = name_key(name)
        if key not in self._places:
            if len(self.names) == MAX_NAMES:
                return None
            self._places[key] = len(self.names)
            self.names.append(name)
        return self._places[key]


def gather(
    rows: Iterable[tuple[int, Row]], layout: Layout, *, today: datetime.date, seats: tuple[int, int]
) -> Gathered:
    """Return the contents of a spreadsheet. ``seats`` are the fewest and most players of a hand."""
    found = Gathered()
    if layout.column(Use.DAY) is None and layout.day is None:
        found.note("", gettext_noop("Choose the column with the evening, or enter one evening."))
    if layout.shape == Shape.LONG:
        _gather_long(found, rows, layout, today)
    else:
        _gather_wide(found, rows, layout, today)
    _check_hands(found, layout, seats)
    return found


class _Days:
    """Parses the evenings; an empty cell repeats the one above."""

    def __init__(self, found: Gathered, layout: Layout, today: datetime.date) -> None:
        self._found = found
        self._column = layout.column(Use.DAY)
        self._day_first = layout.day_first
        self._today = today
        self._last = layout.day if self._column is None else None

    def of(self, number: int, row: Row) -> datetime.date | None:
        """Return the evening of a row; None, and a problem reported, if there is none."""
        if self._column is None:
            return self._last
        cell = _at(row, self._column)
        name = cell_name(self._column, number)
        if cell is not None:
            day = day_of(cell, day_first=self._day_first)
            if day is None:
                self._found.note(
                    name, gettext_noop("“{text}” isn’t a date."), text=text_of(cell)[:40]
                )
                return None
            if not FIRST_DAY <= day <= self._today:
                self._found.note(
                    name, gettext_noop("This evening is yet to come, or too long ago.")
                )
                return None
            self._last = day
        if self._last is None:
            self._found.note(name, gettext_noop("There is no date here or above."))
        return self._last


def _gather_wide(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout, today: datetime.date
) -> None:
    players = _headed(found, layout)
    days = _Days(found, layout, today)
    table = layout.column(Use.TABLE)
    totals: dict[int, int] = {}
    evening: tuple[datetime.date, str] | None = None
    for number, row in _data(rows, layout):
        found.rows += 1
        day = days.of(number, row)
        if day is None:
            continue
        at = text_of(_at(row, table)) if table is not None else ""
        if layout.restarts and evening != (day, at):
            totals.clear()
        evening = (day, at)
        hand = SheetHand(day, at[:MAX_NAME], number)
        for column, place in players:
            points = _points(found, row, column, number)
            if points is not None:
                hand.points[place] = points
        if layout.shape == Shape.RUNNING:
            before = {place: totals.get(place, 0) for place in hand.points}
            totals.update(hand.points)
            hand.points = {place: hand.points[place] - before[place] for place in hand.points}
            if not any(hand.points.values()):
                continue  # the totals before the first hand, or copied from the row above
        if hand.points:
            found.hands.append(hand)


def _headed(found: Gathered, layout: Layout) -> list[tuple[int, int]]:
    """Return the columns of players, each with the index of its name."""
    players: list[tuple[int, int]] = []
    seen: set[int] = set()
    for column in layout.columns(Use.PLAYER):
        place = _place(found, layout.headings[column], cell_name(column, layout.first_row - 1))
        if place is None:
            continue
        if place in seen:
            found.note(
                cell_name(column, layout.first_row - 1),
                gettext_noop("{name} is there twice."),
                name=found.names[place],
            )
        seen.add(place)
        players.append((column, place))
    if not players:
        found.note("", gettext_noop("Choose the columns with the players’ points."))
    return players


def _gather_long(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout, today: datetime.date
) -> None:
    name_column, points_column = layout.column(Use.NAME), layout.column(Use.POINTS)
    hand_column, table_column = layout.column(Use.HAND), layout.column(Use.TABLE)
    if name_column is None or points_column is None:
        found.note("", gettext_noop("Choose the columns with the player and the points."))
        return
    days = _Days(found, layout, today)
    known: dict[tuple[datetime.date, str, str], SheetHand] = {}
    for number, row in _data(rows, layout):
        found.rows += 1
        day = days.of(number, row)
        name = text_of(_at(row, name_column))
        place = _place(found, name, cell_name(name_column, number))
        points = _points(found, row, points_column, number, needed=True)
        if day is None or place is None or points is None:
            continue
        at = text_of(_at(row, table_column))[:MAX_NAME] if table_column is not None else ""
        which = ""
        if hand_column is not None:
            which = text_of(_at(row, hand_column))
            if not which:
                found.note(cell_name(hand_column, number), gettext_noop("Which hand is this?"))
                continue
        hand = known.get((day, at, which))
        if hand is not None and place in hand.points:
            if hand_column is not None:
                found.note(
                    cell_name(name_column, number),
                    gettext_noop("{name} has a result of this hand already."),
                    name=name,
                )
                continue
            hand = None  # a name is repeated: the next hand begins
        if hand is None:
            hand = known[day, at, which] = SheetHand(day, at, number)
            found.hands.append(hand)
        hand.points[place] = points


def _data(rows: Iterable[tuple[int, Row]], layout: Layout) -> Iterator[tuple[int, Row]]:
    """Yield the data rows, without headings and sums; only those of one game if a column names the
    game."""
    game = layout.column(Use.GAME)
    for number, row in rows:
        if game is not None and text_of(_at(row, game)) != layout.game:
            continue
        if number >= layout.first_row:
            first = next(cell for cell in row if cell is not None)
            if not is_sum(first):
                yield number, row


def _at(row: Row, column: int) -> Cell:
    return row[column] if column < len(row) else None


def _place(found: Gathered, name: str, cell: str) -> int | None:
    if not name_key(name):
        found.note(cell, gettext_noop("There is no name."))
        return None
    if len(name) > MAX_NAME:
        found.note(cell, gettext_noop("Names can have up to {most} characters."), most=MAX_NAME)
        return None
    place = found.place_of(name)
    if place is None:
        found.note(cell, gettext_noop("The file has more than {most} names."), most=MAX_NAMES)
    return place


def _points(
    found: Gathered, row: Row, column: int, number: int, *, needed: bool = False
) -> int | None:
    cell = _at(row, column)
    if cell in (None, "-", "–", "—"):
        if needed:
            found.note(cell_name(column, number), gettext_noop("There are no points."))
        return None
    points = points_of(cell)
    if points is None:
        found.note(
            cell_name(column, number),
            gettext_noop("“{text}” isn’t a whole number."),
            text=text_of(cell)[:40],
        )
    return points


def _check_hands(found: Gathered, layout: Layout, seats: tuple[int, int]) -> None:
    """Report hands with too few or too many players, and evenings with too many hands."""
    found.hands.sort(key=lambda hand: (hand.day, hand.table, hand.row))
    counts: dict[tuple[datetime.date, str], int] = {}
    for hand in found.hands:
        counts[hand.day, hand.table] = counts.get((hand.day, hand.table), 0) + 1
    single = all(count == 1 for count in counts.values())
    found.by_evening = bool(counts) and single and layout.column(Use.HAND) is None
    most = MAX_TOGETHER if found.by_evening else seats[1]
    for hand in found.hands:
        if not seats[0] <= len(hand.points) <= most:
            found.note(
                str(hand.row),
                gettext_noop("{players} played in this hand; it takes {least} to {most}."),
                players=len(hand.points),
                least=seats[0],
                most=most,
            )
    for (day, table), count in counts.items():
        if count > MAX_HANDS:
            found.note(
                "",
                gettext_noop("There are {count} hands at {place}; at most {most} are possible."),
                count=count,
                place=f"{day.isoformat()} {table}".strip(),
                most=MAX_HANDS,
            )
    if not found.hands and not found.problems:
        found.note("", gettext_noop("There are no results in this file."))
