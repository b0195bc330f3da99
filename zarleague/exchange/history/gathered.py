"""What has been gathered from a spreadsheet: names, hands, problems cell by cell."""

import datetime
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.layout import cell_name
from zarleague.leagues.names import name_key

MAX_NAMES: Final = 300
MAX_PROBLEMS: Final = 100
"""Problems that are listed; further ones are only counted."""


class ProblemKind(StrEnum):
    """The kinds of problems whose hands can be left out."""

    AGAIN = "again"
    DATE = "date"
    FUTURE = "future"
    LONG_NAME = "long-name"
    NO_DATE = "no-date"
    NO_NAME = "no-name"
    NO_POINTS = "no-points"
    NO_WINNER = "no-winner"
    NOT_BEST = "not-best"
    PLACE = "place"
    PLAYERS = "players"
    POINTS = "points"
    TWICE = "twice"
    TWO_TEAMS = "two-teams"
    WHICH_HAND = "which-hand"
    WINNER = "winner"
    WINS = "wins"


LONG_NAME: Final = gettext_noop("Names can have up to {most} characters.")
_SENTENCES: Final = {
    ProblemKind.AGAIN: gettext_noop("The same as row {row}."),
    ProblemKind.DATE: gettext_noop("“{text}” isn’t a date."),
    ProblemKind.FUTURE: gettext_noop("This evening is yet to come, or too long ago."),
    ProblemKind.LONG_NAME: LONG_NAME,
    ProblemKind.NO_DATE: gettext_noop("There is no date here or above."),
    ProblemKind.NO_NAME: gettext_noop("There is no name."),
    ProblemKind.NO_POINTS: gettext_noop("There are no points."),
    ProblemKind.NO_WINNER: gettext_noop("No winner is named."),
    ProblemKind.NOT_BEST: gettext_noop(
        "{name} is named as the winner, but others have better points."
    ),
    ProblemKind.PLACE: gettext_noop("“{text}” isn’t a place."),
    ProblemKind.PLAYERS: gettext_noop("{players} played in this hand; it takes {least} to {most}."),
    ProblemKind.POINTS: gettext_noop("“{text}” isn’t a whole number."),
    ProblemKind.TWICE: gettext_noop("{name} already has a result for this hand."),
    ProblemKind.TWO_TEAMS: gettext_noop("Someone is in two teams in this hand."),
    ProblemKind.WHICH_HAND: gettext_noop("Which hand is this?"),
    ProblemKind.WINNER: gettext_noop("“{text}” doesn’t say whether this player has won."),
    ProblemKind.WINS: gettext_noop("In one row, a player can win from 0 to {most} hands."),
}


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A problem with a cell, or with the file if ``cell`` is "". ``kind`` is the name of all
    problems like it; hands with problems of a kind can be left out, except where it is ""."""

    cell: str
    msgid: str
    params: dict[str, str | int] = field(default_factory=dict)
    kind: str = ""


@dataclass(slots=True)
class SheetHand:
    """A hand, or an evening of which only the totals are known."""

    day: datetime.date
    table: str
    row: int
    """Its first row."""
    series: int = 1
    """Tells matches at one table on one evening apart."""
    points: dict[int, int] = field(default_factory=dict)
    """By the place of the player's name in the list of names. Where the file has no points, the
    places, or 1 for the winner and 2 for the others."""
    winners: set[int] = field(default_factory=set)
    """Those whom the file names as winners."""
    ranks: dict[int, int] = field(default_factory=dict)
    """The places the file gives beside the points."""
    has_points: bool = False
    undated: bool = False
    """The cell of its day is empty, so that its evening is that of the row above."""
    flaws: set[ProblemKind] = field(default_factory=set)
    """The kinds of its problems."""

    @property
    def match(self) -> tuple[datetime.date, str, int]:
        """Return what hands of one match have in common."""
        return self.day, self.table, self.series


class Gathered:
    """The contents of a spreadsheet: names, hands, problems."""

    def __init__(self, leave_out: Collection[str] = (), *, turned: bool = False) -> None:
        self.names: list[str] = []
        self.hands: list[SheetHand] = []
        self.problems: list[CellProblem] = []
        self.more = 0
        """Problems beyond `MAX_PROBLEMS`."""
        self.left_out: Counter[str] = Counter()
        """Rows and hands that are left out, by the kind of their problem."""
        self.rows = 0
        self.by_evening = False
        """Whether each row or group of rows is a whole evening."""
        self.only_places = False
        """Whether the file has winners or places, but no points."""
        self.has_no_points = False
        """Whether the column of the points is empty throughout."""
        self.lone = False
        """Whether only one player has points in nearly every row, so that the others have 0."""
        self.only_winners = False
        """Whether only the winner of each hand is named, so that all whom the file names played."""
        self.teams: list[str] = []
        """Names that seem to be those of several players."""
        self.words: list[tuple[str, tuple[int, int], SheetHand]] = []
        """Words in place of points, each with its column and row, and its hand."""
        self.words_are_zero = False
        """Whether such a word stands for 0; else these players did not play."""
        self.numbers: Counter[int] = Counter()
        """The number of points by column."""
        self.unit = 1
        """Points are counted in this part of a point."""
        self._places: dict[str, int] = {}
        self._leave_out = leave_out
        self._turned = turned

    def note(self, cell: str, msgid: str, **params: str | int) -> None:
        """Add a problem with the file as a whole."""
        self._add(CellProblem(cell, msgid, params))

    def flaw(
        self,
        kind: ProblemKind,
        at: tuple[int | None, int],
        hand: SheetHand | None = None,
        **params: str | int,
    ) -> None:
        """Add a problem with a cell (column or None, row) for which its hand, or its row if it has
        none yet, can be left out."""
        column, row = at
        if hand is not None:
            hand.flaws.add(kind)
        if kind in self._leave_out:
            self.left_out[kind] += hand is None
            return
        self._add(CellProblem(self.cell(column, row), _SENTENCES[kind], params, kind))

    def cell(self, column: int | None, row: int) -> str:
        """Return the name of a cell in the file, or of a row."""
        if column is None:
            return str(row)
        return cell_name(row - 1, column + 1) if self._turned else cell_name(column, row)

    def _add(self, problem: CellProblem) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)
        else:
            self.more += 1

    def drop_flawed(self) -> None:
        """Leave out the hands with a problem of a kind that is to be left out; that no hand remains
        is a problem itself."""
        for hand in self.hands:
            for kind in hand.flaws.intersection(self._leave_out):
                self.left_out[kind] += 1
        self.hands = [hand for hand in self.hands if hand.flaws.isdisjoint(self._leave_out)]
        if not self.hands and not self.problems and self.left_out:
            self.note("", gettext_noop("All results of this file are left out."))
        elif not self.hands and not self.problems:
            self.note("", gettext_noop("There are no results in this file."))

    def keep_names(self, places: Collection[int]) -> None:
        """Forget the names that no hand has any more."""
        kept = sorted(places)
        now = {place: number for number, place in enumerate(kept)}
        self.names = [self.names[place] for place in kept]
        self._places = {name_key(name): number for number, name in enumerate(self.names)}
        for hand in self.hands:
            hand.points = {now[place]: points for place, points in hand.points.items()}
            hand.ranks = {now[place]: rank for place, rank in hand.ranks.items()}
            hand.winners = {now[place] for place in hand.winners if place in now}

    def place_of(self, name: str) -> int | None:
        """Return the index of a name, which is added if it is new; None if there are too many."""
        key = name_key(name)
        if key not in self._places:
            if len(self.names) == MAX_NAMES:
                return None
            self._places[key] = len(self.names)
            self.names.append(name)
        return self._places[key]
