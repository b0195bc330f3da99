"""Recognise the layout of a spreadsheet from its first rows.

Every guess has a reason, which the page shows beside the column. What the file leaves open is a
doubt, which the owner settles before anything is imported.
"""

import datetime
import math
import re
import statistics
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import (
    day_of,
    is_absent,
    is_ambiguous,
    is_day,
    is_ordinal,
    is_time,
    points_of,
    separator_in,
    text_of,
    word_of,
)
from zarleague.exchange.history.gathering import (
    NO,
    PART,
    YES,
    SheetHand,
    begins_again,
    raw_hands,
)
from zarleague.exchange.history.headings import (
    Role,
    is_sum,
    place_of,
    roles_of,
    undecorated,
)
from zarleague.exchange.history.layout import Layout, Shape, Use, Values
from zarleague.exchange.history.sheets import MAX_COLUMNS, Cell, Row
from zarleague.leagues.names import name_key

LOOKED_AT: Final = 3000
"""Rows used to recognise the layout."""
_MOSTLY: Final = 0.6
"""Share of a column's cells that must be alike."""
_CHANCE: Final = math.log(1000)
"""Numbers that only ever rise are running totals if that happens by chance once in so many files: n
rows are in order in one of n! cases."""
_PERHAPS: Final = math.log(20)
"""From here on it is asked whether they are."""
_LONG: Final = 5
"""Hands in a row from which on numbers that change little may be running totals."""
_ENOUGH: Final = 3
"""Hands that must be alike before their numbers count as places, or as wins."""

_BY_HEADING: Final = gettext_noop("by its heading")
_BY_DATES: Final = gettext_noop("holds dates")
_MORE_DATES: Final = gettext_noop("not used: another column has the dates")
_TIMES: Final = gettext_noop("not used: times of day")
_NUMBERS: Final = gettext_noop("numbers under a name")
_NAMES: Final = gettext_noop("the only column with words")
_LISTS: Final = gettext_noop("lists of names")
_SUM: Final = gettext_noop("not used: a sum")
_COUNTER: Final = gettext_noop("counts 1, 2, 3, …")
_RUNNING_SUM: Final = gettext_noop("not used: the running total of another column")
_PLAYER_COUNT: Final = gettext_noop("not used: the number of players")
_WORKED_OUT: Final = gettext_noop("not used: the most or the fewest of the row")
_SOME_NUMBERS: Final = gettext_noop("some numbers under a name")
_MARKS: Final = gettext_noop("won or lost, under a name")
_WORDS: Final = gettext_noop("not used: words")
_UNUSED: Final = gettext_noop("not used")
_EMPTY: Final = gettext_noop("not used: empty")
_REPEATED: Final = gettext_noop("not used: another column has this player’s points")

Numbered = Sequence[tuple[int, Row]]


class Doubt(StrEnum):
    """A question that the file leaves open."""

    DAYS = "days"
    """Whether 3/4 is in March or in April."""
    RUNNING = "running"
    """Whether the numbers are running totals."""
    STANDINGS = "standings"
    """Whether the file is a final table in place of results."""
    NAMES = "names"
    """Whether an unused column has the names of the players, and the numbers are no players."""
    FALLING = "falling"
    """Whether the numbers are what remains of one that is counted down."""


@dataclass(frozen=True)
class Recognised:
    """A layout, the reason for the use of each column as a msgid, and what is in doubt."""

    layout: Layout
    reasons: tuple[str, ...]
    doubts: frozenset[Doubt]
    restarts: bool
    """Whether running totals would start again, if the numbers are some."""
    odd: tuple[int, ...]
    """The columns of players whose numbers are not like those of the others."""
    unused_names: int | None
    """The column that may have the names of the players, where `Doubt.NAMES` is open."""


@dataclass
class _SheetColumn:
    heading: str
    roles: tuple[Role, ...]
    cells: Sequence[Cell]
    use: Use = Use.NOTHING
    reason: str = _UNUSED
    kind: str = field(init=False)
    """What most cells are: "day", "time", "number", "text", or "" if all are empty."""
    has_numbers: bool = field(init=False)
    """Whether some cells are numbers, or most contain digits."""
    has_marks: bool = field(init=False)
    """Whether each cell says that somebody has won or not."""

    def __post_init__(self) -> None:
        filled = [cell for cell in self.cells if not is_absent(cell)]
        numbers = sum(points_of(cell) is not None for cell in filled)
        digits = sum(
            len(text) < 12 and any(letter.isdigit() for letter in text)
            for text in map(text_of, filled)
        )
        self.has_numbers = numbers > len(filled) / 5 or digits > len(filled) * _MOSTLY
        self.has_marks = bool(filled) and all(
            text_of(cell).casefold() in YES | NO for cell in filled
        )
        tests = {
            "day": is_day,
            "time": is_time,
            "number": lambda cell: points_of(cell) is not None or separator_in(cell) is not None,
        }
        if Role.DAY in self.roles and filled:
            tests["day"] = lambda cell: day_of(cell, day_first=True) is not None or is_day(cell)
        found = (
            kind
            for kind, test in tests.items()
            if sum(test(cell) for cell in filled) >= _MOSTLY * len(filled)
        )
        self.kind = next(found, "text") if filled else ""

    def points(self) -> list[int]:
        """Return the numbers."""
        return [points for cell in self.cells if (points := points_of(cell)) is not None]

    def takes(self, use: Use, reason: str = _BY_HEADING) -> None:
        """Set the use and its reason."""
        self.use, self.reason = use, reason


def recognise(rows: Numbered, known: Collection[str] = ()) -> Recognised:
    """Return the layout that explains the first rows best; columns that cannot be recognised are
    unused. ``known`` are the keys of the names of the league's players."""
    turned = _is_turned(rows)
    if turned:
        rows = turn(rows)
    place = _heading_row(rows)
    headings = _headings(rows, place)
    below = [row for _, row in rows[place + 1 :] if not is_sum(_first(row))]
    columns = [
        _SheetColumn(
            heading,
            () if name_key(heading) in known else roles_of(heading),
            [_at(row, number) for row in below],
        )
        for number, heading in enumerate(headings)
    ]
    _assign(columns, known, turned=turned)
    is_long = sum(column.use == Use.NAME for column in columns) == 1
    days = next((column.cells for column in columns if column.use == Use.DAY), ())
    day_first, days_in_doubt = _order_of_dates(days)
    layout = Layout(
        shape=Shape.LONG if is_long else Shape.WIDE,
        uses=tuple(column.use for column in columns),
        headings=tuple(column.heading for column in columns),
        first_row=rows[place + 1][0] if place + 1 < len(rows) else 1,
        day_first=day_first,
        thousands=_thousands(below),
        turned=turned,
        values=_values_by_heading(columns),
    )
    layout, restarts, running_in_doubt = _with_values(layout, rows)
    doubts = {
        Doubt.DAYS: days_in_doubt,
        Doubt.RUNNING: running_in_doubt,
        Doubt.STANDINGS: _are_standings(columns),
        Doubt.NAMES: _unused_names(columns) is not None,
        Doubt.FALLING: _falls(layout, rows),
    }
    return Recognised(
        layout,
        tuple(column.reason for column in columns),
        frozenset(doubt for doubt, is_open in doubts.items() if is_open),
        restarts,
        _odd(columns, known) if layout.values == Values.POINTS else (),
        _unused_names(columns),
    )


def _odd(columns: Sequence[_SheetColumn], known: Collection[str]) -> tuple[int, ...]:
    """Return the columns under unknown names whose numbers are always the same but not 0, count on
    by one, or are all more than five times those of the others or none of them a fifth of what is
    usual; and those beside players who are all known, if these are more."""
    numbers = {
        place: column.points() for place, column in enumerate(columns) if column.use == Use.PLAYER
    }
    strange = [place for place in numbers if name_key(columns[place].heading) not in known]
    if len(numbers) > 2 * len(strange):
        return tuple(strange)
    found = []
    for place, own in numbers.items():
        others = [abs(points) for one, all_ in numbers.items() if one != place for points in all_]
        steps = _steps(own)
        if (
            len(own) >= _ENOUGH
            and len(numbers) > 2
            and len(set(others)) > 1
            and place in strange
            and (
                (steps == {0} and any(own))
                or steps in ({1}, {-1})
                or min(own) > 5 * max(others)
                or 0 < min(own) <= max(own) * 5 < statistics.median(others)
            )
        ):
            found.append(place)
    return tuple(found)


def _steps(numbers: Sequence[int]) -> set[int]:
    """Return the differences between each number and the next."""
    return {later - earlier for earlier, later in pairwise(numbers)}


def _are_standings(columns: Sequence[_SheetColumn]) -> bool:
    """Return whether a file has each player once, with a number of wins: a final table."""
    names = [column.cells for column in columns if column.use == Use.NAME]
    if len(names) != 1 or not any(Role.WINS in column.roles for column in columns):
        return False
    keys = [name_key(text_of(cell)) for cell in names[0] if cell is not None]
    return len(keys) > 1 and len(set(keys)) == len(keys)


def _unused_names(columns: Sequence[_SheetColumn]) -> int | None:
    """Return the unused column of words that may have the names of the players, although each
    column of numbers was taken for a player: its heading says so; or its words differ from row to
    row of a day and come again; or another column has the same words. Words that are the headings
    of those numbers, as in a column of who dealt, don't count."""
    players = {name_key(column.heading) for column in columns if column.use == Use.PLAYER}
    if not players or any(column.use in (Use.NAME, Use.PLAYERS) for column in columns):
        return None
    days = next((column.cells for column in columns if column.use == Use.DAY), None)
    seen: set[str] = set()
    for place, column in enumerate(columns):
        words = [text_of(cell) for cell in column.cells]
        keys = {name_key(part) for word in words for part in PART.split(word)} - {""}
        if column.use != Use.NOTHING or column.kind != "text" or keys <= players or len(keys) < 2:
            continue
        if {Role.NAME, Role.PLAYERS} & {*column.roles}:
            return place
        if column.roles or len(players) > 3 or days is None:
            continue
        if len(keys & seen) > 1 and len(players) == 2:
            return place
        seen |= keys
        if len(set(words)) == len(words):
            continue
        neighbours = [
            first != second
            for (first, day), (second, next_day) in pairwise(zip(words, days, strict=True))
            if next_day in (None, day)
        ]
        if len(neighbours) > 1 and all(neighbours):
            return place
    return None


def turn(rows: Numbered) -> list[tuple[int, Row]]:
    """Return the rows of a sheet whose rows and columns are exchanged. Row n of the result is
    column n of the sheet, and the other way round."""
    height = min(max((number for number, _ in rows), default=0), MAX_COLUMNS)
    width = max((len(row) for _, row in rows), default=0)
    by_number = dict(rows)
    turned = [
        (column + 1, [_at(by_number.get(number, ()), column) for number in range(1, height + 1)])
        for column in range(width)
    ]
    return [(number, row) for number, row in turned if any(cell is not None for cell in row)]


def _is_turned(rows: Numbered) -> bool:
    """Return whether a sheet has a row for each player: dates or numbered hands stand in one of the
    first rows, and below them rows of numbers that begin with a name; no more rows than a sheet may
    have columns."""
    if rows and rows[-1][0] > MAX_COLUMNS:
        return False
    for place, (_, row) in enumerate(rows[:10]):
        heads = row[1:]
        dates = sum(is_day(cell) for cell in heads)
        if dates < 2 and not _counts_up([cell for cell in heads if not is_sum(cell)]):
            continue
        below = [one for _, one in rows[place + 1 :] if one and not is_sum(one[0])]
        named = [
            isinstance(one[0], str)
            and not is_day(one[0])
            and points_of(one[0]) is None
            and any(points_of(cell) is not None for cell in one[1:])
            for one in below
        ]
        return len(named) >= 2 and all(named)
    return False


def _counts_up(heads: Sequence[Cell]) -> bool:
    """Return whether headings are 1, 2, 3 or "Round 1", "Round 2", "Round 3"."""
    found = [re.fullmatch(r"([^\d]*?)\s*#?([0-9]{1,3})", text_of(cell)) for cell in heads]
    if len(found) < 2 or not all(found):
        return False
    parts = [match.groups() for match in found if match]
    return len({word for word, _ in parts}) == 1 and [int(number) for _, number in parts] == list(
        range(1, len(parts) + 1)
    )


def _at(row: Row, column: int) -> Cell:
    return row[column] if column < len(row) else None


def _first(row: Row) -> Cell:
    return next((cell for cell in row if cell is not None), None)


def _heading_row(rows: Numbered) -> int:
    """Return the index in *rows* of the headings: the row above the first one with data; -1 if
    there is none."""
    for place, (_, row) in enumerate(rows[:20]):
        below = rows[place + 1][1] if place + 1 < len(rows) else row
        if _is_data(row, below):
            return place - 1
    return 0 if rows else -1


def _is_data(row: Row, below: Row) -> bool:
    """Return whether a row has a date, two numbers, or a number above another."""
    numbers = [
        column
        for column, cell in enumerate(row)
        if points_of(cell) is not None and not is_ordinal(cell)
    ]
    return (
        any(is_day(cell) for cell in row)
        or len(numbers) >= 2
        or any(points_of(_at(below, column)) is not None for column in numbers)
    )


def _headings(rows: Numbered, place: int) -> list[str]:
    """Return the headings; if they are the same words again and again below a row of names, both
    together: "Ann points", "Ann total", "Bob points", …"""
    width = max((len(row) for _, row in rows), default=0)
    if place < 0:
        return [""] * width
    own = [text_of(_at(rows[place][1], column)) for column in range(width)]
    words = [heading for heading in own if heading and roles_of(heading)]
    if place == 0 or len(set(words)) == len(words):
        return own
    above = rows[place - 1][1]
    names, name = [], ""
    for column in range(width):
        name = text_of(_at(above, column)) or name
        names.append(name)
    repeated = {word for word in words if words.count(word) > 1}
    return [
        f"{name} {heading}".strip() if heading in repeated else heading
        for name, heading in zip(names, own, strict=True)
    ]


def _assign(columns: Sequence[_SheetColumn], known: Collection[str], *, turned: bool) -> None:
    """Set the use and the reason of each column."""
    for column in columns:
        if not column.kind:
            column.reason = _EMPTY
    _assign_days(columns)
    if turned and columns and not any(column.use == Use.DAY for column in columns):
        columns[0].takes(Use.HAND, _COUNTER)
    texts = [one for one in columns if one.kind == "text" and one.use == Use.NOTHING]
    sets = _assign_sets(texts)
    _assign_words([one for one in texts if one.use == Use.NOTHING], sets)
    numbers = [one for one in columns if one.kind == "number" and one.use == Use.NOTHING]
    _assign_counters(numbers, known)
    free = [one for one in numbers if one.use == Use.NOTHING]
    players = [one for one in free if not one.roles]
    listed = [one for one in columns if one.use == Use.PLAYERS]
    if sets or listed:
        points = [one for one in free if Role.POINTS in one.roles] or _numbered(players)
        has_winner = any(one.use == Use.WINNER for one in columns)
        if len(points) == len(sets) or (len(points) == 1 and has_winner and not players):
            for one in points:
                one.takes(Use.POINTS)
            return
    if not sets and not _assign_long(columns, free, players):
        _assign_players(_headed_by_players(columns, free), known)


def _headed_by_players(
    columns: Sequence[_SheetColumn], numbers: Sequence[_SheetColumn]
) -> list[_SheetColumn]:
    """Return the columns whose headings may be names: above numbers, above some of them, so that
    the others are told as problems, or above marks for who has won. Where there is none, the
    headings may be "Player 1", "Player 2", or "Points A", "Points B"."""
    unknown = [
        one
        for one in columns
        if one.kind == "text" and one.use == Use.NOTHING and not one.roles and one.heading
    ]
    marked = [one for one in unknown if one.has_marks]
    players = [one for one in numbers if not one.roles]
    if len(marked) > 1 and not players:
        for one in marked:
            one.kind = "mark"
        return marked + _never_scored(columns, marked)
    found = [one for one in columns if one in players or (one in unknown and one.has_numbers)]
    found += _never_scored(columns, found)
    if not players:
        named = [one for one in numbers if {Role.NAME, Role.PLAYERS} & {*one.roles}]
        scored = [one for one in numbers if one.roles == (Role.POINTS,)]
        more = max(named, scored, key=len)
        found += more if len(more) > 1 else []
    return found


def _never_scored(
    columns: Sequence[_SheetColumn], players: Sequence[_SheetColumn]
) -> list[_SheetColumn]:
    """Return the empty columns with a heading, if only one player has something in each row: they
    are of those who never had. Columns that are always filled tell nothing."""
    some = [column for column in players if any(map(is_absent, column.cells))]
    rows = zip(*(column.cells for column in some), strict=True)
    if len(some) < 2 or not all(sum(not is_absent(cell) for cell in row) <= 1 for row in rows):
        return []
    empty = [one for one in columns if not one.kind and one.heading and not one.roles]
    for one in empty:
        one.kind = players[0].kind
    return empty


def _assign_days(columns: Sequence[_SheetColumn]) -> None:
    days = [column for column in columns if column.kind == "day"]
    days.sort(key=lambda column: Role.DAY not in column.roles)
    for number, column in enumerate(days):
        if number:
            column.reason = _MORE_DATES
        else:
            column.takes(Use.DAY, _BY_DATES)
    for column in columns:
        if column.kind == "time":
            column.reason = _TIMES


def _assign_sets(texts: Sequence[_SheetColumn]) -> list[_SheetColumn]:
    """Set the use of columns of names that stand side by side: "1st", "2nd", "3rd", or "Player 1",
    "Player 2". Return them."""
    places = sorted(
        (one for one in texts if place_of(one.heading)), key=lambda one: place_of(one.heading)
    )
    names = [
        one
        for one in texts
        if any(letter.isdigit() or len(letter) == 1 for letter in word_of(one.heading).split())
        and (Role.NAME in one.roles or Role.PLAYERS in one.roles)
    ]
    named = [one for one in texts if one.roles[:1] == (Role.NAME,)]
    if len({one.heading for one in named}) == 1:
        names = max(names, named, key=len)  # "Name", "Points", "Name", "Points"
    if [place_of(one.heading) for one in places] == list(range(1, len(places) + 1)):
        names = max(places, names, key=len)
    names = names or _numbered([one for one in texts if not one.roles])
    if len(names) < 2:
        return []
    for one in names:
        one.takes(Use.NAME)
    return names


def _numbered(columns: Sequence[_SheetColumn]) -> list[_SheetColumn]:
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


def _assign_words(texts: Sequence[_SheetColumn], sets: Sequence[_SheetColumn]) -> None:
    """Set the use of columns of words by their headings. Lists of names say who played only where
    another column says who won; else they are teams."""
    taken = {Use.NAME, Use.PLAYERS} if sets else set[Use]()
    has_winner = any(Role.WINNER in column.roles for column in texts)
    for column in texts:
        column.reason = _WORDS
        if all(text_of(cell).endswith("%") for cell in column.cells if cell is not None):
            continue
        lists = sum(len(PART.split(text_of(cell))) > 1 for cell in column.cells)
        many = has_winner and lists >= _MOSTLY * sum(cell is not None for cell in column.cells)
        use, reason = Use.NOTHING, _BY_HEADING
        for role in column.roles:
            if role in (Role.PLAYERS, Role.NAME):
                use, reason = (Use.PLAYERS, _LISTS) if many else (Use.NAME, _BY_HEADING)
            elif role in _TEXT_USES:
                use = _TEXT_USES[role]
            else:
                continue
            break
        if use and use not in taken:
            column.takes(use, reason)
            taken.add(use)


_TEXT_USES: Final[Mapping[Role, Use]] = {
    Role.WINNER: Use.WINNER,
    Role.PLACE: Use.TABLE,
    Role.HAND: Use.HAND,
    Role.TABLE: Use.TABLE,
    Role.GAME: Use.GAME,
}


def _assign_counters(numbers: Sequence[_SheetColumn], known: Collection[str]) -> None:
    """Set the use of columns that number hands or tables."""
    uses = {
        Use.HAND: [one for one in numbers if Role.HAND in one.roles],
        Use.TABLE: [
            one for one in numbers if Role.TABLE in one.roles or one.roles[:1] == (Role.DAY,)
        ],
    }
    games = [one for one in numbers if Role.GAME in one.roles and Role.SUM not in one.roles]
    for one in games:
        uses[Use.TABLE if uses[Use.HAND] else Use.HAND].append(one)
    for use, columns in uses.items():
        if columns:
            columns[0].takes(use)
    first = next((one for one in numbers if one.use == Use.NOTHING), None)
    if (
        first is not None
        and not first.roles
        and not uses[Use.HAND]
        and name_key(first.heading) not in known
        and first.heading
        and _is_counter(first)
        and not _ranks_every_row([one for one in numbers if one.use == Use.NOTHING])
    ):
        first.takes(Use.HAND, _COUNTER)


def _is_counter(column: _SheetColumn) -> bool:
    """Return whether a column counts 1, 2, 3 and sometimes begins again."""
    counted = [points_of(cell) for cell in column.cells if cell is not None]
    return (
        len(counted) >= 3
        and counted[0] == 1
        and all(later in (1, (earlier or 0) + 1) for earlier, later in pairwise(counted))
        and max(one or 0 for one in counted) > 1
    )


def _ranks_every_row(columns: Sequence[_SheetColumn]) -> bool:
    """Return whether the numbers of each row are places."""
    rows = zip(*(column.cells for column in columns), strict=True)
    return all(
        _are_places(sorted(points for cell in row if (points := points_of(cell)) is not None))
        for row in rows
    )


def _are_places(numbers: Sequence[int]) -> bool:
    """Return whether sorted numbers are places from 1, equal players sharing one."""
    return numbers[:1] == [1] and all(
        later in (earlier, earlier + 1, place)
        for place, (earlier, later) in enumerate(pairwise(numbers), 2)
    )


def _assign_long(
    columns: Sequence[_SheetColumn], free: Sequence[_SheetColumn], players: Sequence[_SheetColumn]
) -> bool:
    """Set the uses of a file with a row for each result; return False if it is none."""
    names = [one for one in columns if one.use == Use.NAME]
    unknown = [
        one
        for one in columns
        if one.kind == "text" and one.use == Use.NOTHING and not one.roles and not one.has_numbers
    ]
    points = [one for one in free if Role.POINTS in one.roles and Role.SUM not in one.roles]
    points = points or [one for one in free if Role.POINTS in one.roles or Role.SUM in one.roles]
    places = [one for one in free if Role.PLACE in one.roles]
    wins = [one for one in columns if Role.WINNER in one.roles and one.kind in ("number", "text")]
    if not names and len(unknown) == 1 and len(players) + len(points) <= 2 and (players or points):
        unknown[0].takes(Use.NAME, _NAMES)
        names = unknown
    if not names or (len(players) > 1 and not points):
        for one in names:
            one.takes(Use.NOTHING, _WORDS)
        return False
    if points or players:
        (points or players[-1:])[0].takes(Use.POINTS, _BY_HEADING if points else _NUMBERS)
    for one in columns:
        if one.use == Use.HAND and len({*map(text_of, one.cells)}) == len(one.cells) > 2:
            one.takes(Use.NOTHING, _UNUSED)  # it numbers the rows
    if places:
        places[0].takes(Use.PLACE)
    if wins:
        wins[0].takes(Use.WINNER)
    return True


def _assign_players(players: Sequence[_SheetColumn], known: Collection[str]) -> None:
    """Set the uses of the columns of players, without sums and counts; of two columns of one player
    the one with the points is used."""
    best: dict[str, _SheetColumn] = {}
    roles: dict[str, Role | None] = {}
    order = [Role.POINTS, None, Role.WINS, Role.PLACE, Role.SUM]
    for column in players:
        if not column.heading and _steps(column.points()) == {1}:
            column.reason = _COUNTER
            continue
        own = column.heading if name_key(column.heading) in known else None
        name, role = (own, None) if own else undecorated(column.heading)
        key = name_key(name)
        if key in best and key and order.index(roles[key]) <= order.index(role):
            if role is None:
                column.takes(Use.PLAYER, _NUMBERS)  # a name twice is a problem of the file
            else:
                column.reason = _REPEATED
            continue
        if key in best and key:
            best[key].takes(Use.NOTHING, _REPEATED)
        reasons = {"number": _NUMBERS, "mark": _MARKS}
        column.takes(Use.PLAYER, reasons.get(column.kind, _SOME_NUMBERS))
        column.heading, column.roles = name, (role,) if role else ()
        if column.kind == "mark":
            column.roles = (Role.WINS,)
        best[key], roles[key] = column, role
    _leave_details(players)
    _leave_worked_out(players, known)


def _leave_details(players: Sequence[_SheetColumn]) -> None:
    """Leave out what several players have beside their points: "Ann phase", "Bob phase". If nobody
    has points, "Ann bid", "Ann tricks", "Bob bid", "Bob tricks" are none."""
    used = [one for one in players if one.use == Use.PLAYER]
    names = {name_key(one.heading) for one in used}
    split = {id(one): name_key(one.heading).rpartition(" ") for one in used}
    of_word = Counter(word for name, _, word in split.values() if name)
    of_name = Counter(name for name, _, _ in split.values() if name)
    before = {id(one): name_key(one.heading).partition(" ") for one in used}
    of_first = Counter(word for word, _, name in before.values() if name in names)
    for one in used:
        name, _, word = split[id(one)]
        first, _, behind = before[id(one)]
        if (of_word[word] > 1 and (name in names or of_name[name] > 1)) or (
            of_first[first] > 1 and behind in names
        ):
            one.takes(Use.NOTHING, _REPEATED)
    _leave_places(used)


def _leave_places(used: Sequence[_SheetColumn]) -> None:
    """Leave out the places of the players beside their points: "R1", "R2", "R3"."""
    players = [one for one in used if one.use == Use.PLAYER]
    half = len(players) // 2
    named, numbered = players[:half], players[half:]
    if (
        half > 1
        and len(numbered) == half
        and _numbered(numbered)
        and not _numbered(named)
        and _ranks_every_row(numbered)
        and not _ranks_every_row(named)
    ):
        for one in numbered:
            one.takes(Use.NOTHING, _REPEATED)


def _leave_worked_out(players: Sequence[_SheetColumn], known: Collection[str]) -> None:
    """Leave out the columns that can be worked out from those of the players; of several the last
    first."""
    for column in reversed(players):
        used = [one for one in players if one.use == Use.PLAYER]
        others = [one for one in used if one is not column]
        if column.use != Use.PLAYER or name_key(column.heading) in known or len(others) < 2:
            continue
        if _names_several(column, others):
            column.takes(Use.NOTHING, _WORKED_OUT)
            continue
        rows = list(_rows_with(column, others))
        if len(rows) < _ENOUGH:
            continue
        values = {value for value, _ in rows}
        tests = {
            _SUM: all(value == sum(rest) for value, rest in rows),
            _PLAYER_COUNT: all(value == len(rest) for value, rest in rows),
            _WORKED_OUT: (len(values) > 1 or word_of(column.heading) in _EXTREMES)
            and any(all(rest and value == of(rest) for value, rest in rows) for of in (max, min)),
            _RUNNING_SUM: any(_adds_up(column, other) for other in others),
        }
        for reason, is_so in tests.items():
            if is_so and column.use == Use.PLAYER:
                column.takes(Use.NOTHING, reason)


_EXTREMES: Final = frozenset(["best", "worst", "min", "max", "highest", "lowest"])


def _names_several(column: _SheetColumn, others: Sequence[_SheetColumn]) -> bool:
    """Return whether a heading is those of two players with a column each: "Ann - Bob"."""
    parts = {name_key(part) for part in re.split(r"\s*[-–−&+/]\s*", column.heading)}
    return len(parts) > 1 and parts <= {name_key(other.heading) for other in others}


def _adds_up(column: _SheetColumn, other: _SheetColumn) -> bool:
    """Return whether a column has the running total of another."""
    total, totals = 0, set()
    for value, step in zip(column.cells, other.cells, strict=True):
        total += points_of(step) or 0
        if value is not None and points_of(value) != total:
            return False
        totals |= {total} if value is not None else set()
    return len(totals) >= _ENOUGH and column.points() != other.points()


def _rows_with(
    column: _SheetColumn, others: Sequence[_SheetColumn]
) -> Iterator[tuple[int, list[int]]]:
    for row, cell in enumerate(column.cells):
        value = points_of(cell)
        if value is not None:
            others_here = (points_of(other.cells[row]) for other in others)
            yield value, [points for points in others_here if points is not None]


def _values_by_heading(columns: Sequence[_SheetColumn]) -> Values:
    """Return what players' numbers count if all their headings say so: "Ann wins", "Bob wins"; or
    that the names stand in the order of the places."""
    uses = [column.use for column in columns]
    names = [column for column in columns if column.use == Use.NAME]
    if len(names) > 1 and Use.POINTS not in uses and place_of(names[0].heading):
        return Values.PLACES
    players = [column for column in columns if column.use == Use.PLAYER]
    for role, values in ((Role.WINS, Values.WINS), (Role.PLACE, Values.PLACES)):
        if players and all(column.roles == (role,) for column in players):
            return values
    return Values.POINTS


def _order_of_dates(cells: Sequence[Cell]) -> tuple[bool, bool]:
    """Return whether the day comes first in dates like 3/4/2024, and whether that is in doubt.

    A date that is possible one way only decides, or else the way in which the dates are in order.
    """
    days = [cell for cell in cells if cell is not None and is_day(cell)]
    if not any(is_ambiguous(cell) for cell in days):
        counts = [
            sum(day_of(cell, day_first=way) is not None for cell in days) for way in (True, False)
        ]
        return counts[0] >= counts[1], False
    counts = [
        sum(day_of(cell, day_first=way) is not None for cell in days) for way in (True, False)
    ]
    if counts[0] != counts[1]:
        return counts[0] > counts[1], False
    in_order = [
        all(earlier <= later for earlier, later in pairwise(_days(days, day_first=way)))
        for way in (True, False)
    ]
    several = len(set(_days(days, day_first=True))) > 2
    return in_order[0] or not in_order[1], in_order[0] == in_order[1] or not several


def _days(cells: Sequence[Cell], *, day_first: bool) -> list[datetime.date]:
    found = (day_of(cell, day_first=day_first) for cell in cells)
    return [day for day in found if day is not None]


def _thousands(rows: Sequence[Row]) -> str:
    """Return the mark that stands only between groups of three digits, "" if there is none."""
    found = {separator_in(cell) for row in rows for cell in row} - {None}
    groups = {one[0] for one in found if one and one[1]}
    decimals = {one[0] for one in found if one and not one[1]}
    return next(iter(sorted(groups - decimals)), "")


def _with_values(layout: Layout, rows: Numbered) -> tuple[Layout, bool, bool]:
    """Return the layout with what its numbers count; whether running totals would start again, and
    whether it is in doubt that they are some."""
    hands = raw_hands(rows, layout)
    if layout.values == Values.POINTS:
        layout = replace(layout, values=_counted(hands, layout))
    if layout.values == Values.PLACES:
        return layout, True, False
    continuing, restarting = (_rising(hands, restarts=restarts) for restarts in (False, True))
    restarts = continuing < restarting
    rare = max(continuing, restarting)
    if rare < _CHANCE:
        doubtful = rare >= _PERHAPS or _drifts(hands)
        return layout, restarts, doubtful and layout.values == Values.POINTS
    shape = Shape.LONG_RUNNING if layout.shape.is_long else Shape.RUNNING
    layout = replace(layout, shape=shape, restarts=restarts)
    steps = raw_hands(rows, layout)
    return replace(layout, values=_counted(steps, layout)), restarts, False


def _falls(layout: Layout, rows: Numbered) -> bool:
    """Return whether the numbers of all players only ever fall, as what remains of 501 does."""
    if layout.values != Values.POINTS or layout.shape.is_running:
        return False
    hands = [
        replace(hand, points={player: -points for player, points in hand.points.items()})
        for hand in raw_hands(rows, layout)
    ]
    return any(_rising(hands, restarts=restarts) >= _CHANCE for restarts in (False, True))


def _drifts(hands: Sequence[SheetHand]) -> bool:
    """Return whether each number is near the one before, as running totals with negative points
    are: on average they differ by less than two fifths of what they are."""
    numbers: dict[int, list[int]] = {}
    steps: dict[int, list[int]] = {}
    for earlier, later in pairwise(hands):
        for player, points in later.points.items():
            if player in earlier.points and earlier.match == later.match:
                numbers.setdefault(player, []).append(abs(points))
                steps.setdefault(player, []).append(abs(points - earlier.points[player]))
    long = [player for player, found in numbers.items() if len(found) >= _LONG]
    return len(long) > 1 and all(
        0 < sum(steps[player]) * 5 < sum(numbers[player]) * 2 for player in long
    )


def _counted(hands: Sequence[SheetHand], layout: Layout) -> Values:
    """Return what the numbers of hands are: places if they are 1, 2, 3 in some order every time,
    wins if they are one 1 and otherwise 0."""
    scored = [sorted(hand.points.values()) for hand in hands if len(hand.points) > 1]
    if len(scored) < _ENOUGH or len(scored) < len(hands):
        return layout.values
    if all(map(_are_places, scored)):
        return Values.PLACES
    if all(numbers[-1] == 1 and sum(numbers) == 1 and numbers[0] == 0 for numbers in scored):
        return Values.WINS
    return layout.values


def _rising(hands: Sequence[SheetHand], *, restarts: bool) -> float:
    """Return the logarithm of how improbable it is that numbers rise like these by chance; 0 if one
    of them falls. With ``restarts`` they may fall from one evening to the next, and where
    everybody's falls."""
    rare = 0.0
    cuts = 0
    before: dict[int, list[int]] = {}

    def finished() -> float:
        return sum(
            math.lgamma(len(numbers) + 1) for numbers in before.values() if numbers[-1] > numbers[0]
        )

    last: SheetHand | None = None
    for hand in hands:
        if restarts and last is not None:
            if hand.match != last.match:
                rare, before = rare + finished(), {}
            elif begins_again(hand, {player: each[-1] for player, each in before.items()}):
                rare, before, cuts = rare + finished(), {}, cuts + 1
        for player, points in hand.points.items():
            numbers = before.setdefault(player, [])
            if numbers and points < numbers[-1]:
                return 0.0
            numbers.append(points)
        last = hand
    rare += finished()
    return rare if cuts <= len(hands) / 3 else 0.0
