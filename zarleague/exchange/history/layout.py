"""The layout of a spreadsheet: the use of each column."""

import dataclasses
import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Shape(StrEnum):
    """The ways in which people arrange their results."""

    WIDE = "wide"
    """A column for each player, a row for each hand or evening."""
    LONG = "long"
    """A row for each result."""
    RUNNING = "running"
    """As WIDE, with each player's running total instead of the points."""
    LONG_RUNNING = "long-running"
    """As LONG, with the player's running total instead of the points."""

    @property
    def is_long(self) -> bool:
        """Return whether each result has a row of its own."""
        return self in (Shape.LONG, Shape.LONG_RUNNING)

    @property
    def is_running(self) -> bool:
        """Return whether the numbers are running totals."""
        return self in (Shape.RUNNING, Shape.LONG_RUNNING)


class Use(StrEnum):
    """The use of a column."""

    NOTHING = ""
    DAY = "day"
    HAND = "hand"
    TABLE = "table"
    GAME = "game"
    NAME = "name"
    POINTS = "points"
    PLACE = "place"
    WINNER = "winner"
    """The winner's name, or in a row of one player whether that player won."""
    PLAYERS = "players"
    """The names of all players of the hand in one cell."""
    PLAYER = "player"
    """One player's points; the name is the heading."""


class Values(StrEnum):
    """What the numbers of players count."""

    POINTS = "points"
    PLACES = "places"
    WINS = "wins"


@dataclass(frozen=True)
class Layout:
    """The columns and their uses. Columns are numbered from 0, rows from 1."""

    shape: Shape
    uses: tuple[Use, ...]
    headings: tuple[str, ...]
    """By column; "" where there is none."""
    first_row: int = 2
    """The first row below the headings."""
    day_first: bool = True
    """Whether 3/4 is the third of April."""
    restarts: bool = True
    """Whether running totals start from zero each evening, and where everybody's falls."""
    day: datetime.date | None = None
    """The evening of all rows, if no column has it."""
    game: str = ""
    """The value of the rows to import in the column of the game; set by the first check."""
    values: Values = Values.POINTS
    thousands: str = ""
    """The mark between groups of three digits."""
    turned: bool = False
    """Whether rows and columns were exchanged: the file has a row for each player."""

    def columns(self, use: Use) -> list[int]:
        return [column for column, found in enumerate(self.uses) if found == use]

    def column(self, use: Use) -> int | None:
        return next(iter(self.columns(use)), None)

    def without(self, use: Use) -> "Layout":
        """Return the layout with the columns of a use unused."""
        uses = tuple(Use.NOTHING if one == use else one for one in self.uses)
        return dataclasses.replace(self, uses=uses)

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self) | {"day": self.day.isoformat() if self.day else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Layout":
        day = data["day"]
        return cls(
            shape=Shape(data["shape"]),
            uses=tuple(Use(use) for use in data["uses"]),
            headings=tuple(data["headings"]),
            first_row=data["first_row"],
            day_first=data["day_first"],
            restarts=data["restarts"],
            day=datetime.date.fromisoformat(day) if day else None,
            game=data.get("game", ""),
            values=Values(data.get("values", Values.POINTS)),
            thousands=data.get("thousands", ""),
            turned=data.get("turned", False),
        )


def _letters(column: int) -> str:
    """Return the letters of a column in spreadsheets: A is column 0, AA column 26."""
    letters = ""
    while column >= 0:
        letters = chr(ord("A") + column % 26) + letters
        column = column // 26 - 1
    return letters


def cell_name(column: int, row: int) -> str:
    """Return a cell's name in spreadsheets: C5 is column 2, row 5."""
    return f"{_letters(column)}{row}"


def column_names(headings: Sequence[str]) -> list[str]:
    """Return a name for each column: its letter, and its heading if it has one."""
    return [
        f"{_letters(column)}: {heading}" if heading else _letters(column)
        for column, heading in enumerate(headings)
    ]
