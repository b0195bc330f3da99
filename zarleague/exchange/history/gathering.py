"""Extract the hands of a spreadsheet by its layout, and report problems cell by cell."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import (
    FIRST_DAY,
    day_of,
    is_absent,
    is_day,
    points_of,
    text_of,
)
from zarleague.exchange.history.headings import is_sum, place_of
from zarleague.exchange.history.layout import Layout, Use, Values, cell_name
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
MOST_WINS: Final = 100
"""Hands won by one player in one row."""
PART: Final = re.compile(r"\s*(?:[,;/|+&]|\bvs?\.?(?=\s)|\band\b|\bund\b|\bet\b)\s*", re.I)
"""What stands between names in one cell."""
YES: Final = frozenset(
    [
        "yes",
        "y",
        "true",
        "x",
        "1",
        "w",
        "won",
        "win",
        "winner",
        "ja",
        "j",
        "wahr",
        "oui",
        "si",
        "sì",
        "sí",
        "sim",
        "o",
        "vrai",
        "✓",
        "✔",
        "🏆",
    ]
)
NO: Final = frozenset(
    [
        "no",
        "n",
        "false",
        "0",
        "l",
        "lost",
        "loss",
        "nein",
        "falsch",
        "non",
        "faux",
        "não",
        "nao",
        "nee",
        "-",
    ]
)
TEAM: Final = re.compile(r"\s*(?:[&+/]|\band\b|\bund\b|\bet\b)\s*", re.I)
"""What stands between the names of a team."""
_LONE: Final = 0.8
"""Share of the rows in which only one player has points, where the others seem to have 0."""


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
    flaws: set[str] = field(default_factory=set)
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
        self.teams: list[str] = []
        """Names that seem to be those of several players."""
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
        kind: str,
        at: tuple[int | None, int],
        msgid: str,
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
        self._add(CellProblem(self._cell(column, row), msgid, params, kind))

    def _cell(self, column: int | None, row: int) -> str:
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
        if not self.hands and not self.problems:
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


def gather(
    rows: Iterable[tuple[int, Row]],
    layout: Layout,
    *,
    today: datetime.date,
    seats: tuple[int, int],
    leave_out: Collection[str] = (),
    unit: int = 1,
    splits_teams: bool = False,
) -> Gathered:
    """Return the contents of a spreadsheet. ``seats`` are the fewest and most players of a hand;
    ``leave_out`` names the kinds of problems whose hands are left out. Points are counted in the
    *unit*-th part of a point; with ``splits_teams`` each member gets the result of a team."""
    found = _gather_raw(rows, layout, today, leave_out, unit)
    _fill_lone(found, layout)
    found.teams = [name for name in found.names if _members(name)]
    if splits_teams:
        _split_teams(found)
    found.has_no_points = bool(found.hands) and not any(
        hand.has_points or hand.flaws - {"no-points"} for hand in found.hands
    )
    if layout.shape.is_running:
        _take_apart(found, layout)
    if layout.values == Values.WINS:
        _deal_out_wins(found)
    else:
        found.only_places = layout.values == Values.PLACES or not any(
            hand.has_points for hand in found.hands
        )
    _count_places(found)
    _check_hands(found, layout, seats)
    found.drop_flawed()
    return found


def raw_hands(rows: Sequence[tuple[int, Row]], layout: Layout) -> list[SheetHand]:
    """Return the hands as they stand in the rows, without those that have problems. Running totals
    are taken apart."""
    if layout.column(Use.DAY) is None:
        layout = replace(layout, day=layout.day or FIRST_DAY)
    found = _gather_raw(rows, layout, datetime.date.max, ())
    if layout.shape.is_running:
        _take_apart(found, layout)
    return [hand for hand in found.hands if not hand.flaws]


def _gather_raw(
    rows: Iterable[tuple[int, Row]],
    layout: Layout,
    today: datetime.date,
    leave_out: Collection[str],
    unit: int = 1,
) -> Gathered:
    found = Gathered(leave_out, turned=layout.turned)
    found.unit = unit
    if layout.column(Use.DAY) is None and layout.day is None:
        found.note("", gettext_noop("Choose the column with the evening, or enter one evening."))
    if layout.shape.is_long:
        _gather_long(found, rows, layout, today)
    else:
        _gather_wide(found, rows, layout, today)
    days = [hand.day for hand in found.hands]
    if days and days[0] > days[-1] and days == sorted(days, reverse=True):
        found.hands.reverse()
    return found


def _fill_lone(found: Gathered, layout: Layout) -> None:
    """Give 0 to the others in the rows in which only one of the players in the headings has points,
    if nearly all rows are so."""
    headed = range(len(layout.columns(Use.PLAYER)))
    scored = [hand for hand in found.hands if hand.has_points and not hand.flaws]
    lone = [hand for hand in scored if len(hand.points) == 1]
    found.lone = (
        len(headed) > 1
        and len(lone) > 1
        and len(lone) >= _LONE * len(scored)
        and len({place for hand in lone for place in hand.points}) > 1
        and not layout.shape.is_running
    )
    for hand in lone if found.lone else ():
        hand.points = {place: hand.points.get(place, 0) for place in headed}


def _members(name: str) -> list[str]:
    """Return the names of a team's players, none if a name is that of one player."""
    parts = TEAM.split(name)
    return parts if len(parts) > 1 and all(name_key(part) for part in parts) else []


def _split_teams(found: Gathered) -> None:
    """Give each player of a team its result."""
    players = {
        place: [found.place_of(member) or 0 for member in _members(name)] or [place]
        for place, name in enumerate([*found.names])
    }
    for hand in found.hands:
        members = [player for place in hand.points for player in players[place]]
        if len(set(members)) < len(members):
            found.flaw(
                "two-teams",
                (None, hand.row),
                gettext_noop("Somebody is in two teams of this hand."),
                hand,
            )
        hand.points = {player: hand.points[at] for at in hand.points for player in players[at]}
        hand.ranks = {player: hand.ranks[at] for at in hand.ranks for player in players[at]}
        hand.winners = {player for at in hand.winners for player in players[at]}
    found.keep_names({place for hand in found.hands for place in hand.points})


class _Days:
    """Parses the evenings; an empty cell repeats the one above."""

    def __init__(self, found: Gathered, layout: Layout, today: datetime.date) -> None:
        self._found = found
        self._column = layout.column(Use.DAY)
        self._day_first = layout.day_first
        self._today = today
        self._last = layout.day if self._column is None else None

    def is_missing(self, row: Row) -> bool:
        """Return whether a row does not say its evening, although there is a column for it."""
        return self._column is not None and _at(row, self._column) is None

    def of(self, number: int, row: Row) -> datetime.date | None:
        """Return the evening of a row; None, and a problem reported, if there is none."""
        if self._column is None:
            return self._last
        cell = _at(row, self._column)
        at = (self._column, number)
        if cell is not None:
            day = day_of(cell, day_first=self._day_first)
            if day is None:
                self._found.flaw(
                    "date", at, gettext_noop("“{text}” isn’t a date."), text=text_of(cell)[:40]
                )
                return None
            if not FIRST_DAY <= day <= self._today:
                self._found.flaw(
                    "future", at, gettext_noop("This evening is yet to come, or too long ago.")
                )
                return None
            self._last = day
        if self._last is None:
            self._found.flaw("no-date", at, gettext_noop("There is no date here or above."))
        return self._last


class _Matches:
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


def _gather_wide(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout, today: datetime.date
) -> None:
    players = _headed(found, layout)
    days, matches = _Days(found, layout, today), _Matches()
    table, hand_column = layout.column(Use.TABLE), layout.column(Use.HAND)
    listed, winner = layout.column(Use.PLAYERS), layout.column(Use.WINNER)
    named, scored = layout.columns(Use.NAME), layout.columns(Use.POINTS)
    seen: dict[tuple[object, ...], int] = {}
    for number, row in _data(found, rows, layout):
        found.rows += 1
        day = days.of(number, row)
        if day is None:
            continue
        at = text_of(_at(row, table))[:MAX_NAME] if table is not None else ""
        hand = SheetHand(day, at, number)
        hand.undated = days.is_missing(row)
        if hand_column is not None:
            hand.series = matches.of(day, at, _at(row, hand_column))
        for column, place in players:
            points = _points(found, row, column, number, layout, hand)
            if points is not None:
                hand.points[place] = points
                hand.has_points = True
        if named:
            _note_named(found, hand, row, named, scored, layout)
        if listed is not None and not hand.points:
            for name in PART.split(text_of(_at(row, listed))):
                place_or_none = _place(found, name, (listed, number), hand) if name else None
                if place_or_none is not None:
                    hand.points[place_or_none] = 2
        if winner is not None:
            is_needed = not hand.has_points and not players
            _note_winners(found, hand, _at(row, winner), (winner, number), is_needed)
            if scored and len(named) != len(scored) and not hand.has_points and hand.winners:
                _give_to_winners(found, hand, row, scored[0], layout)
        if not hand.points and not hand.flaws:
            continue
        if hand_column is not None:
            key = (*hand.match, text_of(_at(row, hand_column)), *sorted(hand.points.items()))
            if key in seen and text_of(_at(row, hand_column)):
                found.flaw(
                    "again",
                    (None, number),
                    gettext_noop("The same as row {row}."),
                    hand,
                    row=seen[key],
                )
            seen.setdefault(key, number)
        found.hands.append(hand)
    _drop_sums(found, layout)


def _note_named(
    found: Gathered,
    hand: SheetHand,
    row: Row,
    named: Sequence[int],
    scored: Sequence[int],
    layout: Layout,
) -> None:
    """Note the players whose names stand side by side, each with points in the column of the same
    order, or in the order of their places."""
    for order, column in enumerate(named):
        if is_absent(cell := _at(row, column)):
            continue
        place = _place(found, text_of(cell), (column, hand.row), hand)
        if place is None:
            continue
        if place in hand.points:
            found.flaw(
                "twice",
                (column, hand.row),
                gettext_noop("{name} has a result of this hand already."),
                hand,
                name=found.names[place],
            )
        elif order < len(scored):
            points = _points(found, row, scored[order], hand.row, layout, hand, needed=True)
            if points is not None:
                hand.points[place], hand.has_points = points, True
                if rank := place_of(layout.headings[column]):
                    hand.ranks[place] = rank
        elif layout.values == Values.PLACES:
            hand.points[place], hand.has_points = order + 1, True
        else:
            hand.points[place] = 2


def _note_winners(
    found: Gathered, hand: SheetHand, cell: Cell, at: tuple[int, int], is_needed: bool
) -> None:
    """Note who a cell with names says has won."""
    for name in PART.split(text_of(cell)):
        place = _place(found, name, at, hand) if name and not is_absent(cell) else None
        if place is not None:
            hand.winners.add(place)
            if is_needed:
                hand.points.setdefault(place, 2)
    if is_needed and not hand.winners and not hand.flaws:
        found.flaw("no-winner", at, gettext_noop("No winner is named."), hand)


def _give_to_winners(
    found: Gathered, hand: SheetHand, row: Row, column: int, layout: Layout
) -> None:
    """Give the only points of a row to who is named as its winner, and 0 to the others."""
    points = _points(found, row, column, hand.row, layout, hand, needed=True)
    if points is not None:
        hand.points = {place: points if place in hand.winners else 0 for place in hand.points}
        hand.has_points = True


def _drop_sums(found: Gathered, layout: Layout) -> None:
    """Leave out rows that have the sums of those above them, although they do not say so: the last
    one, or the last one of each evening."""
    if len(found.hands) < 4 or layout.shape.is_running or layout.values != Values.POINTS:
        return
    if _is_sum_of(found.hands[-1], found.hands[:-1]):
        found.hands.pop()
    _drop_undated_sums(found)
    matches: dict[object, list[SheetHand]] = {}
    for hand in found.hands:
        matches.setdefault(hand.match, []).append(hand)
    several = [hands for hands in matches.values() if len(hands) > 1]
    if any(len(hands) > 2 for hands in several) and all(
        _is_sum_of(hands[-1], hands[:-1]) for hands in several
    ):
        sums = {id(hands[-1]) for hands in several}
        found.hands = [hand for hand in found.hands if id(hand) not in sums]


def _drop_undated_sums(found: Gathered) -> None:
    """Leave out rows without a day of their own, if each has the sums of its evening's rows above,
    which have one. One alone may be a hand like the one above."""
    kept: list[SheetHand] = []
    above: list[SheetHand] = []
    most = 0
    for hand in found.hands:
        if above and above[0].match != hand.match:
            above = []
        if not hand.undated:
            above.append(hand)
            kept.append(hand)
        elif not above or not _is_sum_of(hand, above, zeros=True):
            return
        else:
            most = max(most, len(above))
    if most > 1:
        found.hands = kept


def _is_sum_of(last: SheetHand, above: Sequence[SheetHand], *, zeros: bool = False) -> bool:
    """Return whether a row has the sums of rows; with ``zeros`` also if some are 0."""
    sums: Counter[int] = Counter()
    for hand in above:
        sums.update(hand.points)
    return (
        len(last.points) >= 2
        and any(last.points.values())
        and all(
            sums[place] == points and (zeros or points != 0)
            for place, points in last.points.items()
        )
    )


def _headed(found: Gathered, layout: Layout) -> list[tuple[int, int]]:
    """Return the columns of players, each with the index of its name."""
    players: list[tuple[int, int]] = []
    seen: set[int] = set()
    for column in layout.columns(Use.PLAYER):
        at = (column, layout.first_row - 1)
        place = _place(found, layout.headings[column], at, None)
        if place is None:
            continue
        if place in seen:
            found.note(
                cell_name(*at), gettext_noop("{name} is there twice."), name=found.names[place]
            )
        seen.add(place)
        players.append((column, place))
    names = layout.columns(Use.NAME) + layout.columns(Use.PLAYERS)
    results = layout.columns(Use.WINNER) + layout.columns(Use.POINTS)
    if not players and not names:
        found.note("", gettext_noop("Choose the columns with the players’ points."))
    elif not players and not results and layout.values != Values.PLACES:
        found.note("", gettext_noop("Choose the column with the winner."))
    return players


def _gather_long(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout, today: datetime.date
) -> None:
    name_column, points_column = layout.column(Use.NAME), layout.column(Use.POINTS)
    hand_column, table_column = layout.column(Use.HAND), layout.column(Use.TABLE)
    place_column, winner_column = layout.column(Use.PLACE), layout.column(Use.WINNER)
    if name_column is None or (
        points_column is None and place_column is None and winner_column is None
    ):
        found.note("", gettext_noop("Choose the columns with the player and the points."))
        return
    days = _Days(found, layout, today)
    known: dict[tuple[datetime.date, str, str], SheetHand] = {}
    for number, row in _data(found, rows, layout):
        found.rows += 1
        day = days.of(number, row)
        name = text_of(_at(row, name_column))
        if day is None:
            continue
        at = text_of(_at(row, table_column))[:MAX_NAME] if table_column is not None else ""
        which = ""
        if hand_column is not None:
            which = text_of(_at(row, hand_column))
            if not which:
                found.flaw("which-hand", (hand_column, number), gettext_noop("Which hand is this?"))
                continue
        hand = known.get((day, at, which))
        place = _place(found, name, (name_column, number), hand)
        if hand is not None and place is not None and place in hand.points:
            if hand_column is not None:
                found.flaw(
                    "twice",
                    (name_column, number),
                    gettext_noop("{name} has a result of this hand already."),
                    hand,
                    name=name,
                )
                continue
            hand = None  # a name is repeated: the next hand begins
        if hand is None:
            hand = known[day, at, which] = SheetHand(day, at, number)
            found.hands.append(hand)
        if place is None:
            hand.flaws.add("no-name")
            continue
        if points_column is not None:
            points = _points(found, row, points_column, number, layout, hand, needed=True)
            if points is not None:
                hand.points[place] = points
                hand.has_points = True
        else:
            hand.points[place] = 2
        _note_result(found, hand, place, row, number, (place_column, winner_column))


def _note_result(
    found: Gathered,
    hand: SheetHand,
    place: int,
    row: Row,
    number: int,
    columns: tuple[int | None, int | None],
) -> None:
    """Note the place of a player in a hand, and whether the player has won it."""
    place_column, winner_column = columns
    if place_column is not None and not is_absent(cell := _at(row, place_column)):
        rank = points_of(cell)
        if rank is None or not 1 <= rank <= MAX_TOGETHER:
            found.flaw(
                "place",
                (place_column, number),
                gettext_noop("“{text}” isn’t a place."),
                hand,
                text=text_of(cell)[:40],
            )
        else:
            hand.ranks[place] = rank
    if winner_column is not None and not is_absent(cell := _at(row, winner_column)):
        said = text_of(cell).casefold()
        if said in YES or name_key(said) == name_key(found.names[place]):
            hand.winners.add(place)
        elif said not in NO and not name_key(said):
            found.flaw(
                "winner",
                (winner_column, number),
                gettext_noop("“{text}” doesn’t say whether this player has won."),
                hand,
                text=text_of(cell)[:40],
            )


def begins_again(hand: SheetHand, before: Mapping[int, int]) -> bool:
    """Return whether running totals begin again with a hand: those of most players fall."""
    both = [place for place in hand.points if place in before]
    falls = sum(hand.points[place] < before[place] for place in both)
    return falls * 2 > len(both)


def _take_apart(found: Gathered, layout: Layout) -> None:
    """Turn running totals into the points of each hand."""
    totals: dict[int, int] = {}
    match: tuple[object, ...] | None = None
    series = 1
    hands = []
    for hand in found.hands:
        if layout.restarts and match != hand.match:
            totals, match, series = {}, hand.match, hand.series
        elif layout.restarts and begins_again(hand, totals):
            totals, series = {}, series + 1
        if layout.restarts:
            hand.series = series
        before = {place: totals.get(place, 0) for place in hand.points}
        totals.update(hand.points)
        hand.points = {place: hand.points[place] - before[place] for place in hand.points}
        # All are 0 before the first hand, and where a row was copied from the one above.
        if any(hand.points.values()) or hand.flaws:
            hands.append(hand)
    found.hands = hands


def _deal_out_wins(found: Gathered) -> None:
    """Turn numbers of hands won into hands of which only the winner is known."""
    found.only_places = True
    hands = []
    for hand in found.hands:
        if any(not 0 <= wins <= MOST_WINS for wins in hand.points.values()):
            found.flaw(
                "wins",
                (None, hand.row),
                gettext_noop("Nobody wins fewer than 0 or more than {most} hands in one row."),
                hand,
                most=MOST_WINS,
            )
            hands.append(hand)
            continue
        level = dict.fromkeys(hand.points, 2)
        hands += [
            SheetHand(
                hand.day, hand.table, hand.row, hand.series, dict(level), {winner},
                flaws=set(hand.flaws),
            )
            for winner, wins in hand.points.items()
            for _ in range(wins)
        ]  # fmt: skip
    found.hands = hands


def _count_places(found: Gathered) -> None:
    """Where the file has no points, make them the places: 1 for the winner, 2 for the others where
    only the winner is known."""
    if not found.only_places:
        return
    for hand in found.hands:
        if hand.has_points:
            continue
        if hand.ranks.keys() == hand.points.keys():
            hand.points = dict(hand.ranks)
        elif hand.winners:
            hand.points = {place: 1 if place in hand.winners else 2 for place in hand.points}
        elif not hand.flaws:
            found.flaw("no-winner", (None, hand.row), gettext_noop("No winner is named."), hand)


def _data(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout
) -> Iterator[tuple[int, Row]]:
    """Yield the data rows, without headings and sums; only those of one game if a column names the
    game. A second table ends them, and is a problem."""
    game = layout.column(Use.GAME)
    day = layout.column(Use.DAY)
    titled = 0
    for number, row in rows:
        if game is not None and layout.game and key_of(_at(row, game)) != name_key(layout.game):
            continue
        if number < layout.first_row:
            continue
        first = next(cell for cell in row if cell is not None)
        repeats = day is not None and key_of(_at(row, day)) == name_key(layout.headings[day])
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
            yield number, row


def key_of(cell: Cell) -> str:
    """Return the key by which the names of games are compared."""
    return name_key(text_of(cell))


def _repeats_headings(row: Row, layout: Layout) -> bool:
    cells = [text_of(_at(row, column)) for column in range(len(layout.headings))]
    return cells == list(layout.headings)


def _at(row: Row, column: int) -> Cell:
    return row[column] if column < len(row) else None


def _place(found: Gathered, name: str, at: tuple[int, int], hand: SheetHand | None) -> int | None:
    if not name_key(name):
        found.flaw("no-name", at, gettext_noop("There is no name."), hand)
        return None
    if len(name) > MAX_NAME or len(name_key(name)) > 2 * MAX_NAME:
        found.flaw(
            "long-name",
            at,
            gettext_noop("Names can have up to {most} characters."),
            hand,
            most=MAX_NAME,
        )
        return None
    place = found.place_of(name)
    if place is None:
        found.note("", gettext_noop("The file has more than {most} names."), most=MAX_NAMES)
    return place


def _points(
    found: Gathered,
    row: Row,
    column: int,
    number: int,
    layout: Layout,
    hand: SheetHand,
    *,
    needed: bool = False,
) -> int | None:
    cell = _at(row, column)
    if is_absent(cell):
        if needed:
            found.flaw("no-points", (column, number), gettext_noop("There are no points."), hand)
        return None
    points = points_of(cell, layout.thousands, found.unit)
    if layout.values == Values.WINS and (said := text_of(cell).casefold()) in YES | NO:
        points = int(said in YES)
    if points is None:
        found.flaw(
            "points",
            (column, number),
            gettext_noop("“{text}” isn’t a whole number."),
            hand,
            text=text_of(cell)[:40],
        )
    return points


def _check_hands(found: Gathered, layout: Layout, seats: tuple[int, int]) -> None:
    """Report hands with too few or too many players, and evenings with too many hands."""
    found.hands.sort(key=lambda hand: (*hand.match, hand.row))
    counts = Counter(hand.match for hand in found.hands)
    single = all(count == 1 for count in counts.values())
    found.by_evening = (
        bool(counts) and single and not found.only_places and layout.column(Use.HAND) is None
    )
    most = MAX_TOGETHER if found.by_evening else seats[1]
    for hand in found.hands:
        if not hand.flaws and not seats[0] <= len(hand.points) <= most:
            found.flaw(
                "players",
                (None, hand.row),
                gettext_noop("{players} played in this hand; it takes {least} to {most}."),
                hand,
                players=len(hand.points),
                least=seats[0],
                most=most,
            )
    for (day, table, _), count in counts.items():
        if count > MAX_HANDS:
            found.note(
                "",
                gettext_noop("There are {count} hands at {place}; at most {most} are possible."),
                count=count,
                place=f"{day.isoformat()} {table}".strip(),
                most=MAX_HANDS,
            )
