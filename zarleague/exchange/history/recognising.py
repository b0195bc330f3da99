"""Recognise the layout of a spreadsheet from its first rows.

Every guess has a reason, which the page shows beside the column. What the file leaves open is a
doubt, which the owner settles before anything is imported.
"""

import datetime
import itertools
import math
import re
import statistics
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from zarleague.exchange.history.cells import (
    day_of,
    day_within,
    first_day_of,
    is_ambiguous,
    is_day,
    is_ordinal,
    points_of,
    separator_in,
    text_of,
    word_of,
)
from zarleague.exchange.history.columns import (
    BOTH,
    ENOUGH,
    REPEATED,
    ROUNDS,
    RUNNING_SUM,
    SUM,
    SheetColumn,
    are_places,
    steps_between,
)
from zarleague.exchange.history.gathered import SheetHand
from zarleague.exchange.history.gathering import MOST_WINS, begins_again, raw_hands
from zarleague.exchange.history.headings import (
    Role,
    have_day_first,
    is_sum,
    place_of,
    roles_of,
    two_sides,
    undecorated,
)
from zarleague.exchange.history.layout import Layout, Shape, Use, Values
from zarleague.exchange.history.player_columns import is_extreme, rows_with
from zarleague.exchange.history.sheet_rows import PART
from zarleague.exchange.history.sheets import MAX_COLUMNS, Cell, Row
from zarleague.exchange.history.uses import assign_uses
from zarleague.leagues.names import name_key

LOOKED_AT: Final = 3000
"""Rows used to recognise the layout."""


_CHANCE: Final = math.log(1000)
"""Numbers that only ever rise are running totals if that happens by chance once in so many files: n
rows are in order in one of n! cases."""


_PERHAPS: Final = math.log(20)
"""From here on it is asked whether they are."""


_FEW: Final = 12
"""As many hands as somebody may win on one evening."""
_NEARLY_ALL: Final = 0.8
"""Share of the rows that must agree."""
_TINY: Final = 5
"""What is counted beside points, such as jokers, is seldom more."""
_SMALL: Final = 100
"""Where all numbers but some are less, those are no thousands."""
_MANY: Final = 8
"""Rows after which a player will have won once."""
_LONG: Final = 5
"""Hands in a row from which on numbers that change little may be running totals."""


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
    WINS = "wins"
    """Whether small numbers of whole evenings are points, or the hands won."""
    ROUNDS = "rounds"
    """Whether columns that count on are the hands, though their sums are not always the total."""
    PARTS = "parts"
    """Whether columns that count on under a word for something else are hands."""
    PLACES = "places"
    """Whether numbers from 1 on are the places, or points."""
    SCORES = "scores"
    """Whether points beside the winners are left out."""
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
    parts: tuple[int, ...]
    """The columns that may be hands, where `Doubt.PARTS` is open."""
    scores: tuple[int, ...]
    """The columns that may have points, where `Doubt.SCORES` is open."""
    titles: tuple[str, ...]
    """What stands above the headings."""


def recognise(rows: Numbered, known: Collection[str] = ()) -> Recognised:
    """Return the layout that explains the first rows best; columns that cannot be recognised are
    unused. ``known`` are the keys of the names of the league's players."""
    turned = _is_turned(rows)
    above = _lone_rows(rows) if turned else []
    if turned:
        rows = turn(rows)[_names_at(rows) :]
    place = _heading_row(rows)
    headings = _headings(rows, place)
    below = [row for _, row in rows[place + 1 :] if not is_sum(_first(row))]
    columns = [
        SheetColumn(
            heading,
            () if name_key(heading) in known else roles_of(heading),
            [_at(row, number) for row in below],
            is_owned=bool(place >= 0 and heading != text_of(_at(rows[place][1], number))),
        )
        for number, heading in enumerate(headings)
    ]
    assign_uses(columns, known, turned=turned)
    is_long = sum(column.use == Use.NAME for column in columns) == 1
    days = next((column.cells for column in columns if column.use == Use.DAY), ())
    day_first, days_in_doubt = _order_of_dates(days)
    if days_in_doubt and have_day_first(headings):
        day_first, days_in_doubt = True, False
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
    if layout.column(Use.DAY) is None:
        layout = replace(layout, day=_day_above(above or rows[: max(place, 0)]))
    layout, restarts, running_in_doubt = _with_values(layout, rows)
    parts = _may_be_parts(columns)
    scores = _may_be_scores(columns, layout)
    doubts = {
        Doubt.DAYS: days_in_doubt,
        Doubt.RUNNING: running_in_doubt,
        Doubt.STANDINGS: _are_standings(columns),
        Doubt.NAMES: _unused_names(columns) is not None,
        Doubt.WINS: not _are_called_points(columns) and _may_be_wins(layout, rows),
        Doubt.PARTS: bool(parts),
        Doubt.ROUNDS: _differ_from_totals(columns),
        Doubt.FALLING: _falls(layout, rows),
        Doubt.SCORES: bool(scores),
        Doubt.PLACES: _may_be_places(columns, layout, rows),
    }
    return Recognised(
        layout,
        tuple(column.reason for column in columns),
        frozenset(doubt for doubt, is_open in doubts.items() if is_open),
        restarts,
        _odd(columns, known) if layout.values == Values.POINTS else (),
        _unused_names(columns),
        parts,
        scores,
        tuple(text_of(cell) for _, row in rows[: max(place, 0)] for cell in row if cell),
    )


def _odd(columns: Sequence[SheetColumn], known: Collection[str]) -> tuple[int, ...]:
    """Return the columns under unknown names whose numbers are always the same but not 0, count on
    by one, or are all more than five times those of the others or none of them a fifth of what is
    usual; that stand apart, are written otherwise, never win where others do each time, or beside
    which the others add up to the same; and those beside players who are all known, if these are
    more."""
    numbers = {
        place: column.points() for place, column in enumerate(columns) if column.use == Use.PLAYER
    }
    strange = [place for place in numbers if name_key(columns[place].heading) not in known]
    if len(numbers) > 2 * len(strange):
        return tuple(strange)
    found = []
    for place, own in numbers.items():
        others = [abs(points) for one, all_ in numbers.items() if one != place for points in all_]
        differences = steps_between(own)
        if (
            len(own) >= ENOUGH
            and len(numbers) > 2
            and len(set(others)) > 1
            and place in strange
            and (
                (differences == {0} and any(own))
                or differences in ({1}, {-1})
                or min(own) > 5 * max(others)
                or 0 < min(own) <= max(own) * 5 < statistics.median(others)
            )
        ):
            found.append(place)
    signs = (
        *(_may_be_detail, _apart, _unlike, _never_best, _beside_a_sum, _beside_two_sides),
        *(_always_extreme, _always_small, _small_at_the_end),
    )
    more = [sign(columns, strange) for sign in signs]
    return tuple(sorted({*found}.union(*more)))


def _may_be_detail(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the columns that may be what another player has beside the points."""
    return [place for place in strange if columns[place].may_be_detail]


def _apart(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the columns that stand alone, apart from several others by a sum, words or nothing."""
    blocks: list[list[int]] = [[]]
    for place, column in enumerate(columns):
        if column.use == Use.PLAYER:
            blocks[-1].append(place)
        elif column.use == Use.NOTHING and column.reason not in (REPEATED, RUNNING_SUM):
            blocks.append([])
    most = max(map(len, blocks))
    return [block[0] for block in blocks if len(block) == 1 and most > 1 and block[0] in strange]


def _unlike(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the columns whose headings are not written like the other players' names: with a word
    in small letters, a sign or a unit, where those have none."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    unlike = [place for place in players if not _is_like_a_name(columns[place].heading)]
    return [place for place in unlike if place in strange] if len(unlike) * 2 < len(players) else []


def _is_like_a_name(heading: str) -> bool:
    words = heading.split()
    return not any(mark in heading for mark in "()[]%/#:?=°€$") and all(
        (word[:1].isalpha() and not word[:1].islower())
        or word.isdigit()
        or word.casefold() in _PARTICLES
        for word in words
    )


_PARTICLES: Final = frozenset(
    ["de", "da", "di", "do", "du", "del", "des", "van", "von", "vom", "zu", "zur", "den", "der"]
)
"""Words in small letters within names."""


def _never_best(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the column that never wins, although in every row exactly one of the others is 0: in
    few rows only the first or the last one, if each of the others is 0 at some time."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    rows = list(zip(*(map(points_of, columns[one].cells) for one in players), strict=True))
    if len(players) <= ENOUGH or len(rows) < ENOUGH:
        return []
    never = []
    for at in range(len(players)):
        others = [row[:at] + row[at + 1 :] for row in rows]
        if all(one.count(0) == 1 for one in others) and not any(row[at] is None for row in rows):
            never.append((at, all(0 in own for own in zip(*others, strict=True))))
    if len(never) == 1 and len(rows) >= _MANY:
        ends = [at for at, _ in never]
    else:
        ends = [at for at, others_win in never if others_win and at in (0, len(players) - 1)]
    return [players[at] for at in ends[-1:] if players[at] in strange]


def _beside_a_sum(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the column without which the numbers of every row add up to the same."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    if len(players) < ENOUGH:
        return []
    cells = ([points_of(cell) or 0 for cell in columns[one].cells] for one in players)
    rows = list(zip(*cells, strict=True))
    if len(rows) < ENOUGH or len({sum(row) for row in rows}) == 1:
        return []
    return [
        place
        for at, place in enumerate(players)
        if place in strange
        and len({sum(row) - row[at] for row in rows}) == 1
        and len({row[:at] + row[at + 1 :] for row in rows}) > 1
    ]


def _always_extreme(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the columns that have the same as the best or the worst beside them in every row, and
    not always the same."""
    players = [column for column in columns if column.use == Use.PLAYER]
    found = []
    for place in strange:
        others = [one for one in players if one is not columns[place]]
        rows = list(rows_with(columns[place], others))
        if len(rows) >= ENOUGH and len(others) > 1 and len({value for value, _ in rows}) > 1:
            sums = {value + sum(beside) for value, beside in rows}
            found += [place] if is_extreme(rows) and len(sums) > 1 else []
    return found


def _always_small(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the column whose numbers are small, never 0, and in every row less than all others: on
    average less than half of them."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    found = []
    for place in strange if len(players) > 2 else ():
        others = [columns[one] for one in players if one != place]
        rows = list(rows_with(columns[place], others))
        rest = [points for _, beside in rows for points in beside]
        own = [value for value, _ in rows]
        if (
            len(rows) >= ENOUGH
            and all(beside and 0 < value < min(beside) for value, beside in rows)
            and max(own) <= _FEW
            and statistics.fmean(own) * 2 < statistics.fmean(rest)
        ):
            found.append(place)
    return found


def _small_at_the_end(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the last columns, if their numbers are tiny and those of all before are not."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    numbers = {place: columns[place].points() for place in players}
    small: list[int] = []
    while players and (own := numbers[players[-1]]) and 0 <= min(own) <= max(own) <= _TINY:
        if own.count(0) * 2 >= len(own):  # somebody who nearly always wins
            break
        small.append(players.pop())
    rest = [points for place in players for points in numbers[place]]
    if len(players) < 2 or not small or min(len(numbers[one]) for one in small) < ENOUGH:
        return []
    most = max(statistics.fmean(numbers[one]) for one in small)
    are_small = most * 4 < statistics.fmean(map(abs, rest)) and all(
        most * 2 < statistics.fmean(map(abs, numbers[one])) for one in players if numbers[one]
    )
    return [one for one in small if one in strange] if are_small else []


def _are_standings(columns: Sequence[SheetColumn]) -> bool:
    """Return whether a file has each player once, with a number of wins: a final table."""
    names = [column.cells for column in columns if column.use == Use.NAME]
    if len(names) != 1 or not any(Role.WINS in column.roles for column in columns):
        return False
    keys = [name_key(text_of(cell)) for cell in names[0] if cell is not None]
    return len(keys) > 1 and len(set(keys)) == len(keys)


def _unused_names(columns: Sequence[SheetColumn]) -> int | None:
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
        if {Role.NAME, Role.PLAYERS} & {*column.roles} and not _name_evenings(words, days):
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


def _name_evenings(words: Sequence[str], days: Sequence[Cell] | None) -> bool:
    """Return whether words are names of evenings, not of players: each row has a day and words of
    its own."""
    return days is not None and len({*words}) == len(words) == len({*days} - {None})


def _beside_two_sides(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the columns beside "We" and "They", who are all that play."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    found = two_sides([columns[place].heading for place in players])
    return [
        place
        for place, column in enumerate(columns)
        if found and place in strange and word_of(column.heading) not in found
    ]


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


def _lone_rows(rows: Numbered) -> list[tuple[int, Row]]:
    """Return the first rows that have one cell each: titles."""
    return list(itertools.takewhile(lambda one: sum(c is not None for c in one[1]) == 1, rows))


def _is_turned(rows: Numbered) -> bool:
    """Return whether a sheet has a row for each player: dates or numbered hands stand in one of the
    first rows, and below them rows of numbers that begin with a name; no more rows than a sheet may
    have columns."""
    if rows and rows[-1][0] > MAX_COLUMNS:
        return False
    for place, (_, row) in enumerate(rows[:10]):
        heads = row[1:]
        dates = sum(is_day(cell) or first_day_of(cell) is not None for cell in heads)
        if dates < 2 and not _counts_up([cell for cell in heads if not is_sum(cell)]):
            continue
        at = _names_at(rows) if dates > 1 else 0
        below = [one for _, one in rows[place + 1 :] if one and not is_sum(_first(one))]
        named = [
            isinstance(name := _at(one, at), str)
            and not is_day(name)
            and points_of(name) is None
            and any(points_of(cell) is not None for cell in one[at + 1 :])
            for one in below
        ]
        return len(named) >= 2 and all(named)
    return False


def _names_at(rows: Numbered) -> int:
    """Return the column that has the names of the players, behind those of their ranks."""
    for _, row in rows[:10]:
        roles = [roles_of(text_of(cell)) for cell in row]
        at = next((at for at, one in enumerate(roles) if Role.NAME in one), 0)
        if at and all(not one or {Role.PLACE, Role.HAND} & {*one} for one in roles[:at]):
            return at
    return 0


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
    """Return whether a row has a date beside something, two numbers, or a number above another."""
    numbers = [
        column
        for column, cell in enumerate(row)
        if points_of(cell) is not None and not is_ordinal(cell)
    ]
    return (
        (any(is_day(cell) for cell in row) and sum(cell is not None for cell in row) > 1)
        or len(numbers) >= 2
        or any(points_of(_at(below, column)) is not None for column in numbers)
    )


def _headings(rows: Numbered, place: int) -> list[str]:
    """Return the headings; if they are the same words again and again below a row of names, both
    together: "Ann points", "Ann total", "Bob points", …"""
    width = max((len(row) for _, row in rows), default=0)
    if place < 0:
        return [""] * width
    own = _without_questions([text_of(_at(rows[place][1], column)) for column in range(width)])
    own = [_spaced(heading) for heading in _with_owners(own)]
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


def _spaced(heading: str) -> str:
    """Return a heading as programs write it with its words apart: "playerName1"."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", heading)
    is_one = " " not in heading and not roles_of(heading)
    return apart if is_one and any(map(str.islower, heading[:1])) and roles_of(apart) else heading


def _without_questions(headings: Sequence[str]) -> list[str]:
    """Return the headings of a form's grid, whose rows stand in brackets behind the same question:
    "Points [Ann]", "Points [Bob]"; and without what they all count: "Ann (deadwood)"."""
    found = [re.fullmatch(r"(.*?)\s*\[(.+)\]", heading) for heading in headings]
    questions = Counter(one[1] for one in found if one)
    asked = {
        question for question, count in questions.items() if count > 1 and _asks(question, headings)
    }
    own = [
        one[2].strip() if one and one[1] in asked else heading
        for one, heading in zip(found, headings, strict=True)
    ]
    behind = [re.fullmatch(r"(.+?)\s*\((\D+)\)", heading) for heading in own]
    words = Counter(one[2] for one in behind if one)
    unit = next((word for word, count in words.items() if count > 1), "")
    plain = [
        one[1] if one and one[2] == unit and len(words) == 1 and not roles_of(unit) else heading
        for one, heading in zip(behind, own, strict=True)
    ]
    tells_all = len({*map(name_key, plain)}) == len({*map(name_key, own)})
    return plain if tells_all else own


def _asks(question: str, headings: Sequence[str]) -> bool:
    """Return whether words before brackets are the question of a form, not a name: they say what is
    asked for, or nothing else may be a name."""
    return bool(
        roles_of(question)
        or "?" in question
        or all(roles_of(one) or one.startswith(question) for one in headings if one)
    )


def _with_owners(headings: Sequence[str]) -> list[str]:
    """Return the headings; one that stands behind several others that differ, with each of them:
    "Ann", "R", "Bob", "R"."""
    before: dict[str, list[str]] = {}
    for owner, heading in pairwise(headings):
        before.setdefault(heading, []).append(owner)
    behind = {
        heading
        for heading, owners in before.items()
        if heading and headings.count(heading) > 1 and not roles_of(heading)
        if len(set(owners)) == headings.count(heading) and all(owners)
        if heading not in owners and not any(map(roles_of, owners))
    }
    return [
        f"{headings[column - 1]} {heading}" if heading in behind else heading
        for column, heading in enumerate(headings)
    ]


def _values_by_heading(columns: Sequence[SheetColumn]) -> Values:
    """Return what players' numbers count if all their headings say so: "Ann wins", "Bob wins"; or
    that the names stand in the order of the places."""
    uses = [column.use for column in columns]
    names = [column for column in columns if column.use == Use.NAME]
    if len(names) > 1 and Use.POINTS not in uses and place_of(names[0].heading):
        return Values.PLACES
    players = [column for column in columns if column.use in (Use.PLAYER, Use.POINTS)]
    for role, values in ((Role.WINS, Values.WINS), (Role.PLACE, Values.PLACES)):
        if players and all(column.roles == (role,) for column in players):
            return values
    return Values.POINTS


def _day_above(rows: Numbered) -> datetime.date | None:
    """Return the day that stands above the headings, alone or behind a word like "Date:", if there
    is one only and it can’t be another."""
    found = set()
    for _, row in rows:
        cells = [cell for cell in row if cell is not None]
        for cell in cells:
            word, _, behind = text_of(cell).partition(":")
            said = behind.strip() if Role.DAY in roles_of(word) else cell
            is_alone = len(cells) == 1 or Role.DAY in roles_of(text_of(cells[0]))
            if is_alone and is_day(said):
                found |= {None if is_ambiguous(said) else day_of(said, day_first=True)}
            elif len(cells) == 1 and (within := day_within(text_of(cell))):
                found |= {within}
    return found.pop() if len(found) == 1 else None


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
    """Return the mark that stands only between groups of three digits, "" if there is none, or if
    all other numbers are small: it is that of decimals."""
    found = {separator_in(cell) for row in rows for cell in row} - {None}
    plain = [
        abs(points)
        for row in rows
        for cell in row
        if not separator_in(cell) and (points := points_of(cell))
    ]
    if len(plain) >= ENOUGH and max(plain) < _SMALL:
        return ""
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


def _are_called_points(columns: Sequence[SheetColumn]) -> bool:
    """Return whether the heading of a column of numbers calls them points; two
    of them in one cell, as in 3:1, may be anything."""
    return any(
        Role.POINTS in column.roles and column.reason != BOTH
        for column in columns
        if column.use in (Use.PLAYER, Use.POINTS)
    )


def _may_be_wins(layout: Layout, rows: Numbered) -> bool:
    """Return whether each row or group of rows is an evening, and the numbers may be those of the
    hands that each player has won: none below 0 and all small, or as many each time; and not one 0
    a row, as points have that are counted against the players."""
    if (
        layout.values != Values.POINTS
        or layout.shape.is_running
        or layout.column(Use.HAND) is not None
        or layout.column(Use.WINNER) is not None
        or layout.column(Use.PLACE) is not None
        or (layout.shape.is_long and len(layout.columns(Use.POINTS)) > 1)
    ):
        return False
    scored = [hand for hand in raw_hands(rows, layout) if hand.points and hand.has_points]
    hands = [list(hand.points.values()) for hand in scored]
    pairs = all(len(hand.points) == 2 for hand in scored)
    matches = {(hand.match, frozenset(hand.points) if pairs else None) for hand in scored}
    if len(hands) < 2 or len(matches) < len(hands) or min(map(min, hands)) < 0:
        return False
    sums = {sum(hand) for hand in hands}
    both_win = len({tuple(hand) for hand in hands}) > 1
    if max(map(len, hands)) == 2 and both_win and len(sums) == 1 and 1 < max(sums) <= _FEW:
        return True  # 3:0, 0:3
    if sum(hand.count(0) == 1 for hand in hands) >= _NEARLY_ALL * len(hands):
        return False
    if sum(hand.count(0) == len(hand) - 1 for hand in hands) >= _NEARLY_ALL * len(hands):
        return False
    return max(map(max, hands)) <= _FEW or (len(sums) == 1 and max(sums) <= MOST_WINS)


def _differ_from_totals(columns: Sequence[SheetColumn]) -> bool:
    """Return whether a total beside columns that count on is not what they add up to."""
    rounds = [one for one in columns if one.reason == ROUNDS]
    totals = [one for one in columns if rounds and one.reason == SUM]
    if not totals:
        return False
    return not any(
        all(
            total is None
            or points_of(total) in (sum(own := [points_of(cell) or 0 for cell in cells]), own[-1])
            for total, *cells in zip(one.cells, *(each.cells for each in rounds), strict=True)
        )
        for one in totals
    )


def _may_be_parts(columns: Sequence[SheetColumn]) -> tuple[int, ...]:
    """Return the columns that count on under a word that is none for a hand, as "Dart 1", "Dart 2"
    do; a letter is one."""
    rounds = [place for place, one in enumerate(columns) if one.reason == ROUNDS]
    words = {re.sub(r"[\W\d_]", "", columns[place].heading) for place in rounds}
    are_hands = all(columns[place].roles for place in rounds) or all(
        len(word) < 2 for word in words
    )
    return () if are_hands else tuple(rounds)


def _may_be_places(columns: Sequence[SheetColumn], layout: Layout, rows: Numbered) -> bool:
    """Return whether the numbers of each row are 1 to n, and nothing says whether 1 is the first
    place or the fewest points: no heading, no "1st", no two who share a place."""
    used = [one for one in columns if one.use in (Use.PLAYER, Use.POINTS)]
    if layout.values != Values.PLACES or not used or _values_by_heading(columns) == Values.PLACES:
        return False
    if any(not str(cell).strip().isdecimal() for one in used for cell in one.cells if cell):
        return False
    hands = [sorted(hand.points.values()) for hand in raw_hands(rows, layout)]
    return all(hand == [*range(1, len(hand) + 1)] for hand in hands)


def _may_be_scores(columns: Sequence[SheetColumn], layout: Layout) -> tuple[int, ...]:
    """Return the unused columns that may have points although only winners or places are used, or
    that say they have some beside those of players."""
    uses = {column.use for column in columns}
    by_name = Use.WINNER in uses or (Use.NAME in uses and layout.values == Values.PLACES)
    if Use.POINTS in uses or Use.PLACE in uses or Use.PLAYER in uses or not by_name:
        return ()
    found = []
    for place, column in enumerate(columns):
        roles = {*column.roles, undecorated(column.heading)[1]}
        is_said = Role.POINTS in roles
        is_number = column.kind == "number" and any(column.points())
        numbers = [re.findall(r"[0-9]+", text_of(cell)) for cell in column.cells if cell]
        are_several = column.kind == "text" and sum(map(len, numbers)) > len(numbers)
        if column.use == Use.NOTHING and (
            (is_said and (is_number or are_several))
            or (is_number and not (roles - {None}) and column.heading)
            or column.has_both_scores
        ):
            found.append(place)
    return tuple(found)


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
    if len(scored) < ENOUGH or len(scored) < len(hands):
        return layout.values
    if all(map(are_places, scored)):
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
