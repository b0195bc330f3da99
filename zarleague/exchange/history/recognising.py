"""Recognise the layout of a spreadsheet from its first rows.

Every guess has a reason, which the page shows beside the column. What the file leaves open is a
doubt, which the owner settles before anything is imported.
"""

import datetime
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from zarleague.exchange.history import heading_rows, what_counts
from zarleague.exchange.history.cells import (
    day_of,
    day_within,
    is_absent,
    is_ambiguous,
    is_day,
    points_of,
    separator_in,
    text_of,
    word_of,
)
from zarleague.exchange.history.columns import ENOUGH, Reason, SheetColumn, with_use
from zarleague.exchange.history.headings import Role, have_day_first, is_sum, roles_of, undecorated
from zarleague.exchange.history.layout import Layout, Shape, Use, Values
from zarleague.exchange.history.player_columns import odd_columns
from zarleague.exchange.history.sheet_rows import PART, cell_at
from zarleague.exchange.history.sheets import Cell, NumberedRows, Row
from zarleague.exchange.history.uses import assign_uses
from zarleague.leagues.names import name_key

LOOKED_AT: Final = 3000
"""Rows used to recognise the layout."""
_SMALL: Final = 100
"""Where all numbers but some are less, those are no thousands."""


class Doubt(StrEnum):
    """A question that the file leaves open."""

    DAYS = "days"
    """Whether 3/4 is in March or in April."""
    RUNNING = "running"
    """Whether the numbers are running totals."""
    STANDINGS = "standings"
    """Whether the file is a final table in place of results."""
    WINS = "wins"
    """Whether small numbers of whole evenings are points, or the hands won."""
    ROUNDS = "rounds"
    """Whether columns that count on are the hands, though their sums are not always the total."""
    PLACES = "places"
    """Whether numbers from 1 on are the places, or points."""
    FALLING = "falling"
    """Whether the numbers are what remains of one that is counted down."""


@dataclass(frozen=True)
class Block:
    """One of several tables side by side, with the same names or with days of its own each."""

    title: str
    """What stands above it, "" if nothing does."""
    columns: tuple[int, ...]
    """Those of the players, or in a table with a row for each result of the results."""
    day: int | None
    """The column of its days."""


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
    """The unused column that may have the names of the players; then the numbers are no players."""
    parts: tuple[int, ...]
    """The columns that count on under a word for something else, and may be hands."""
    scores: tuple[int, ...]
    """The columns that may have points beside the winners and are left out."""
    titles: tuple[str, ...]
    """What stands above the headings."""
    blocks: tuple[Block, ...] = ()
    """The tables that stand side by side, if there are several."""
    rivals: tuple[int, ...] = ()
    """The column of the points, and another that may be it; empty if there is none."""
    is_cross_table: bool = False
    """Whether it says who met whom: each player has a row and a column, which meet in no number."""


def recognise(rows: NumberedRows, known: Collection[str] = ()) -> Recognised:
    """Return the layout that explains the first rows best; columns that cannot be recognised are
    unused. ``known`` are the keys of the names of the league's players."""
    turned = heading_rows.is_turned(rows)
    above = rows[: heading_rows.heads_at(rows)] if turned else []
    if turned:
        rows = heading_rows.turn(rows)[heading_rows.names_at(rows) :]
    place = heading_rows.heading_row(rows)
    headings = heading_rows.headings_of(rows, place)
    below = [row for _, row in rows[place + 1 :] if not is_sum(heading_rows.first_cell(row))]
    columns = [
        SheetColumn(
            heading,
            () if name_key(heading) in known else _roles(heading, headings),
            [cell_at(row, number) for row in below],
            is_owned=bool(place >= 0 and heading != text_of(cell_at(rows[place][1], number))),
        )
        for number, heading in enumerate(headings)
    ]
    assign_uses(columns, known, turned=turned)
    _explain_unused(columns)
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
        values=what_counts.values_by_heading(columns),
    )
    if layout.column(Use.DAY) is None:
        layout = replace(layout, day=_day_above(above or rows[: max(place, 0)]))
    layout, restarts, running_in_doubt = what_counts.with_values(layout, rows)
    doubts = {
        Doubt.DAYS: days_in_doubt,
        Doubt.RUNNING: running_in_doubt,
        Doubt.STANDINGS: _are_standings(columns),
        Doubt.WINS: not _are_called_points(columns) and what_counts.may_be_wins(layout, rows),
        Doubt.ROUNDS: _differ_from_totals(columns),
        Doubt.FALLING: what_counts.falls(layout, rows),
        Doubt.PLACES: what_counts.may_be_places(columns, layout, rows),
    }
    return Recognised(
        layout,
        tuple(column.reason for column in columns),
        frozenset(doubt for doubt, is_open in doubts.items() if is_open),
        restarts,
        odd_columns(columns, known) if layout.values == Values.POINTS else (),
        _unused_names(columns),
        _may_be_parts(columns),
        _may_be_scores(columns, layout),
        tuple(text_of(cell) for _, row in above or rows[: max(place, 0)] for cell in row if cell),
        () if turned else _side_by_side(columns, rows[place - 1][1] if place > 0 else ()),
        _rivals(columns, layout),
        _is_cross_table(columns),
    )


def _roles(heading: str, headings: Sequence[str]) -> tuple[Role, ...]:
    """Return what a heading may say; "#" again and again counts no hands, but has the places."""
    if heading.strip() == "#" and headings.count(heading) > 1:
        return (Role.PLACE,)
    return roles_of(heading)


def _rivals(columns: Sequence[SheetColumn], layout: Layout) -> tuple[int, ...]:
    """Return the column of the points where each result has a row, and another that may have them:
    one that is called points, too, or a total in which something else is counted with them."""
    used = layout.columns(Use.POINTS)
    if not layout.shape.is_long or len(used) != 1 or layout.shape.is_running:
        return ()
    own = columns[used[0]]
    free = {
        place: one
        for place, one in enumerate(columns)
        if one.kind == "number" and one.use == Use.NOTHING and one.points() != own.points()
    }
    for place, one in free.items():
        if own.roles == one.roles == (Role.POINTS,) and len({*one.points()}) > 1:
            return used[0], place
        beside = [other for other in free.values() if other is not one and any(other.points())]
        if Role.SUM in one.roles and any(_is_sum_of_two(one, own, other) for other in beside):
            return used[0], place
    return ()


def _is_sum_of_two(total: SheetColumn, one: SheetColumn, other: SheetColumn) -> bool:
    rows = zip(total.cells, one.cells, other.cells, strict=True)
    found = [[points_of(cell) or 0 for cell in row] for row in rows]
    return all(added == first + second for added, first, second in found)


def _is_cross_table(columns: Sequence[SheetColumn]) -> bool:
    players = {name_key(one.heading): one for one in columns if one.use == Use.PLAYER}
    if len(players) < ENOUGH or with_use(columns, Use.DAY):
        return False
    names = next((one for one in columns if one.use == Use.NOTHING and one.kind == "text"), None)
    rows = [name_key(text_of(cell)) for cell in names.cells] if names is not None else []
    return sorted(rows) == sorted(players) and all(
        is_absent(players[key].cells[at]) for at, key in enumerate(rows)
    )


def _side_by_side(columns: Sequence[SheetColumn], above: Row) -> tuple[Block, ...]:
    """Return the tables that stand one beside the other: they have the same players in the same
    order, or each has days of its own."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    keys = [name_key(columns[place].heading) for place in players]
    size = len({*keys})
    if size < 2 or len(keys) == size or keys != keys[:size] * (len(keys) // size):
        groups = _with_own_days(columns)
    else:
        groups = [players[at : at + size] for at in range(0, len(keys), size)]
    found: list[Block] = []
    behind = 0
    for own in groups:
        left = range(behind, own[0] + 1)
        days = [place for place in left if columns[place].kind == "day"]
        titles = [text_of(cell_at(above, place)) for place in range(behind, own[-1] + 1)]
        day = days[0] if days else found[0].day if found else None
        found.append(Block(next(filter(None, titles), ""), tuple(own), day))
        behind = own[-1] + 1
    return tuple(found)


_OF_RESULTS: Final = (Use.PLAYER, Use.NAME, Use.PLAYERS, Use.POINTS, Use.WINNER, Use.PLACE)


def _with_own_days(columns: Sequence[SheetColumn]) -> list[list[int]]:
    """Return the columns of results behind each of several columns of days that differ, if each has
    some: of players, or any where the days have the same heading."""
    days = [place for place, column in enumerate(columns) if column.kind == "day"]
    if len({tuple(map(text_of, columns[place].cells)) for place in days}) < len(days):
        return []
    are_alike = len({word_of(columns[place].heading) for place in days}) == 1
    uses = _OF_RESULTS if are_alike else (Use.PLAYER,)
    groups = [
        [place for place in range(begin, end) if columns[place].use in uses]
        for begin, end in pairwise([*days, len(columns)])
    ]
    used = sum(column.use in _OF_RESULTS for column in columns)
    is_whole = len(groups) > 1 and min(map(len, groups)) > 1 and sum(map(len, groups)) == used
    return groups if is_whole else []


def _explain_unused(columns: Sequence[SheetColumn]) -> None:
    """Say of numbers beside those of players that their headings are words for something else."""
    if with_use(columns, Use.PLAYER):
        for column in columns:
            if column.reason == Reason.UNUSED and column.kind == "number" and column.roles:
                is_sum_said = column.roles[0] == Role.SUM
                column.reason = Reason.SUM if is_sum_said else Reason.OTHER_WORD


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
    if not players or with_use(columns, Use.NAME, Use.PLAYERS):
        return None
    days = next((column.cells for column in columns if column.use == Use.DAY), None)
    seen: set[str] = set()
    for place, column in enumerate(columns):
        words = [text_of(cell) for cell in column.cells]
        keys = {name_key(part) for word in words for part in PART.split(word)} - {""}
        if column.use != Use.NOTHING or column.kind != "text" or keys <= players or len(keys) < 2:
            continue
        if all(roles_of(word)[:1] == (Role.HAND,) for word in words if word):
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


def _day_above(rows: NumberedRows) -> datetime.date | None:
    """Return the day that stands above the headings, alone or behind a word like "Date:", if there
    is one only and it can’t be another."""
    found = set()
    for _, row in rows:
        cells = [cell for cell in row if cell is not None]
        if any(_OF_FILE.match(text_of(cell)) for cell in cells):
            continue
        for cell in cells:
            word, _, behind = text_of(cell).partition(":")
            said = behind.strip() if Role.DAY in roles_of(word) else cell
            is_alone = Role.DAY in roles_of(text_of(cells[0])) or not any(
                points_of(one) is not None for one in cells
            )
            if is_alone and is_day(said):
                found |= {None if is_ambiguous(said) else day_of(said, day_first=True)}
            elif len(cells) == 1 and (within := day_within(text_of(cell))):
                found |= {within}
    return found.pop() if len(found) == 1 else None


_OF_FILE: Final = re.compile(
    r"(?:stand|as of|as at|status|état|situation|exported|exportiert|exporté|printed|gedruckt"
    r"|updated|last update|aktualisiert|mis à jour|aggiornato|actualizado|bijgewerkt)\b",
    re.I,
)
"""What stands before the day on which a file was written, not that of a hand."""


def _order_of_dates(cells: Sequence[Cell]) -> tuple[bool, bool]:
    """Return whether the day comes first in dates like 3/4/2024, and whether that is in doubt.

    A date that is possible one way only decides, or else the way in which the dates are in order.
    """
    cells = [cell for cell in cells if cell is not None and is_day(cell)]
    by_day, by_month = (
        [day for cell in cells if (day := day_of(cell, day_first=way))] for way in (True, False)
    )
    if len(by_day) != len(by_month) or not any(map(is_ambiguous, cells)):
        return len(by_day) >= len(by_month), False
    first, second = sorted(by_day) == by_day, sorted(by_month) == by_month
    return first or not second, first == second or len(set(by_day)) < 3


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


def _are_called_points(columns: Sequence[SheetColumn]) -> bool:
    """Return whether the heading of a column of numbers calls them points; two
    of them in one cell, as in 3:1, may be anything."""
    return any(
        Role.POINTS in column.roles and column.reason != Reason.BOTH
        for column in columns
        if column.use in (Use.PLAYER, Use.POINTS)
    )


def _differ_from_totals(columns: Sequence[SheetColumn]) -> bool:
    """Return whether a total beside columns that count on is not what they add up to."""
    rounds = [one for one in columns if one.reason == Reason.ROUNDS]
    totals = [one for one in columns if rounds and one.reason == Reason.SUM]
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
    rounds = [place for place, one in enumerate(columns) if one.reason == Reason.ROUNDS]
    words = {re.sub(r"[\W\d_]", "", columns[place].heading) for place in rounds}
    are_hands = all(columns[place].roles for place in rounds) or all(
        len(word) < 2 for word in words
    )
    return () if are_hands else tuple(rounds)


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
