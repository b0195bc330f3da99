"""A column of a spreadsheet whose use is to be recognised."""

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import (
    both_scores,
    day_of,
    first_day_of,
    is_absent,
    is_count_of_wins,
    is_day,
    is_time,
    points_of,
    separator_in,
    text_of,
)
from zarleague.exchange.history.headings import Role
from zarleague.exchange.history.layout import Use
from zarleague.exchange.history.sheet_rows import NO, YES
from zarleague.exchange.history.sheets import Cell

MOSTLY: Final = 0.6
"""Share of a column's cells that must be alike."""
ENOUGH: Final = 3
"""Hands that must be alike before their numbers count as places, or as wins."""
FEW_HANDS: Final = 12
"""As many hands as somebody may win on one evening."""


class Reason(StrEnum):
    """Why a column is used as it is, as a msgid."""

    BY_HEADING = gettext_noop("by its heading")
    BY_DATES = gettext_noop("holds dates")
    MONTHS = gettext_noop("months or weeks: each stands for its first day")
    MORE_DATES = gettext_noop("not used: another column has the dates")
    TIMES = gettext_noop("not used: times of day")
    NUMBERS = gettext_noop("numbers under a name")
    NAMES = gettext_noop("the only column with words")
    LISTS = gettext_noop("lists of names")
    SUM = gettext_noop("not used: a sum")
    COUNTER = gettext_noop("counts 1, 2, 3, …")
    RUNNING_SUM = gettext_noop("not used: the running total of another column")
    PLAYER_COUNT = gettext_noop("not used: the number of players")
    WORKED_OUT = gettext_noop("not used: the most or the fewest of the row")
    SOME_NUMBERS = gettext_noop("some numbers under a name")
    MARKS = gettext_noop("won or lost, under a name")
    CROSSES = gettext_noop("not used: marks without points")
    WORDS = gettext_noop("not used: words")
    UNUSED = gettext_noop("not used")
    OTHER_WORD = gettext_noop(
        "not used: a word for something else. If it is a player, choose “One player’s points”"
    )
    CHOSEN = gettext_noop("as you chose")
    OTHER_TABLE = gettext_noop("not used: of another table")
    EMPTY = gettext_noop("not used: empty")
    JOINED = gettext_noop("not used: put together with another column")
    BOTH = gettext_noop("the points of both, as in 3:1")
    ROUNDS = gettext_noop("a hand: its heading counts on")
    REPEATED = gettext_noop("not used: another column has this player’s points")


@dataclass
class SheetColumn:
    heading: str
    roles: tuple[Role, ...]
    cells: Sequence[Cell]
    use: Use = Use.NOTHING
    reason: str = Reason.UNUSED
    is_owned: bool = False
    """Whether the heading was put together with another."""
    may_be_detail: bool = False
    """Whether this may be what another player has beside the points, or a player."""
    is_word: bool = False
    """Whether the heading is a word for something else, too."""
    kind: str = field(init=False)
    """What most cells are: "day", "time", "number", "text", or "" if all are empty."""
    has_numbers: bool = field(init=False)
    """Whether some cells are numbers, or most contain digits."""
    has_marks: bool = field(init=False)
    """Whether each cell says that somebody has won or not."""
    has_both_scores: bool = field(init=False)
    """Whether each cell has the points of two players."""
    has_shares: bool = field(init=False)
    """Whether the cells are shares in percent."""
    counts_wins: bool = field(init=False)
    """Whether the cells say that they count hands won: "3 wins"."""

    def __post_init__(self) -> None:
        filled = [cell for cell in self.cells if not is_absent(cell)]
        numbers = sum(points_of(cell) is not None for cell in filled)
        digits = sum(
            len(text) < 12 and any(letter.isdigit() for letter in text)
            for text in map(text_of, filled)
        )
        self.has_numbers = numbers > len(filled) / 5 or digits > len(filled) * MOSTLY
        self.has_marks = bool(filled) and all(
            text_of(cell).casefold() in YES | NO for cell in filled
        )
        self.has_both_scores = bool(filled) and all(map(both_scores, filled))
        self.has_shares = bool(filled) and all(text_of(cell).endswith("%") for cell in filled)
        self.counts_wins = bool(filled) and all(map(is_count_of_wins, filled))
        tests = {
            "day": lambda cell: is_day(cell) or first_day_of(cell) is not None,
            "time": is_time,
            "number": lambda cell: points_of(cell) is not None or separator_in(cell) is not None,
        }
        if Role.DAY in self.roles and filled:
            tests["day"] = lambda cell: day_of(cell, day_first=True) is not None or is_day(cell)
        found = (
            kind
            for kind, test in tests.items()
            if sum(test(cell) for cell in filled) >= MOSTLY * len(filled)
        )
        self.kind = next(found, "text") if filled else ""

    @property
    def may_be_names(self) -> bool:
        """Return whether these are words without a use yet, below a heading that says nothing."""
        return not (self.kind != "text" or self.use or self.roles or self.has_numbers)

    @functools.cached_property
    def numbers(self) -> list[int | None]:
        """Return the points in each cell. Columns are compared each with all others."""
        return [points_of(cell) for cell in self.cells]

    def points(self) -> list[int]:
        return [points for points in self.numbers if points is not None]

    def takes(self, use: Use, reason: str = Reason.BY_HEADING) -> None:
        self.use, self.reason = use, reason


def with_use(columns: Iterable[SheetColumn], *uses: Use) -> list[SheetColumn]:
    """Return the columns that have one of these uses."""
    return [column for column in columns if column.use in uses]


def steps_between(numbers: Sequence[int]) -> set[int]:
    """Return the differences between each number and the next."""
    return {later - earlier for earlier, later in pairwise(numbers)}


def numbered_alike(columns: Sequence[SheetColumn]) -> list[SheetColumn]:
    """Return columns whose headings are one word and 1, 2, 3: "p1", "p2"; empty if some differ."""
    found = [re.fullmatch(r"(\D*?)\W*([0-9]+)", one.heading) for one in columns]
    parts = [match.groups() for match in found if match]
    if len(parts) < len(columns) or len({word for word, _ in parts}) != 1:
        return []
    return (
        list(columns)
        if [number for _, number in parts] == [str(number) for number in range(1, len(parts) + 1)]
        else []
    )


def ranks_every_row(columns: Sequence[SheetColumn]) -> bool:
    """Return whether the numbers of each row are places."""
    rows = zip(*(column.cells for column in columns), strict=True)
    return all(
        are_places(sorted(points for cell in row if (points := points_of(cell)) is not None))
        for row in rows
    )


def are_places(numbers: Sequence[int]) -> bool:
    """Return whether sorted numbers are places from 1, equal players sharing one."""
    return numbers[:1] == [1] and all(
        later in (earlier, earlier + 1, place)
        for place, (earlier, later) in enumerate(pairwise(numbers), 2)
    )
