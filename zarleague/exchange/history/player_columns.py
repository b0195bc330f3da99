"""Recognise which columns of numbers are those of players, and which are worked out from them."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from zarleague.exchange.history.cells import (
    is_absent,
    points_of,
    word_of,
)
from zarleague.exchange.history.columns import (
    COUNTER,
    ENOUGH,
    MARKS,
    NUMBERS,
    PLAYER_COUNT,
    REPEATED,
    RUNNING_SUM,
    SOME_NUMBERS,
    SUM,
    WORKED_OUT,
    SheetColumn,
    numbered_alike,
    ranks_every_row,
    steps_between,
)
from zarleague.exchange.history.headings import Role, roles_of, two_sides, undecorated
from zarleague.exchange.history.layout import Use
from zarleague.leagues.names import name_key


def never_scored(
    columns: Sequence[SheetColumn], players: Sequence[SheetColumn]
) -> list[SheetColumn]:
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


def assign_players(players: Sequence[SheetColumn], known: Collection[str]) -> None:
    """Set the uses of the columns of players, without sums and counts; of two columns of one player
    the one with the points is used."""
    best: dict[str, SheetColumn] = {}
    roles: dict[str, Role | None] = {}
    order = [Role.POINTS, None, Role.WINS, Role.PLACE, Role.SUM]
    for column in players:
        if not column.heading and steps_between(column.points()) == {1}:
            column.reason = COUNTER
            continue
        own = column.heading if name_key(column.heading) in known else None
        name, role = (own, None) if own else undecorated(column.heading)
        key = name_key(name)
        if key in best and key and order.index(roles[key]) <= order.index(role):
            if role is None:
                column.takes(Use.PLAYER, NUMBERS)  # a name twice is a problem of the file
            else:
                column.reason = REPEATED
            continue
        if key in best and key:
            best[key].takes(Use.NOTHING, REPEATED)
        reasons = {"number": NUMBERS, "mark": MARKS}
        column.takes(Use.PLAYER, reasons.get(column.kind, SOME_NUMBERS))
        column.heading, column.roles = name, (role,) if role else ()
        if column.kind == "mark" or column.counts_wins:
            column.roles = (Role.WINS,)
        best[key], roles[key] = column, role
    _leave_details(players, known)
    _leave_worked_out(players, known)
    left = {key: column for key, column in best.items() if column.use == Use.PLAYER}
    decorated = [column for key, column in left.items() if roles[key] is not None]
    if len(decorated) * 2 < len(left):
        for column in decorated:  # "Max points" beside "Ann" and "Bob"
            column.may_be_detail = True


def _leave_details(players: Sequence[SheetColumn], known: Collection[str]) -> None:
    """Leave out what several players have beside their points: "Ann phase", "Bob phase". If nobody
    has points, "Ann bid", "Ann tricks", "Bob bid", "Bob tricks" are none. "Ann Berg" and "Bob Berg"
    are players; where they may be either, that is noted."""
    used = [one for one in players if one.use == Use.PLAYER]
    names = {name_key(one.heading) for one in used}
    split = {id(one): name_key(one.heading).rpartition(" ") for one in used}
    of_word = Counter(word for name, _, word in split.values() if name)
    of_name = Counter(name for name, _, _ in split.values() if name)
    before = {id(one): name_key(one.heading).partition(" ") for one in used}
    of_first = Counter(word for word, _, name in before.values() if name in names)
    are_sides = bool(two_sides([one.heading for one in used]))
    for one in used:
        name, _, word = split[id(one)]
        first, _, behind = before[id(one)]
        if of_first[first] > 1 and behind in names:
            is_name = len(first) > 1 and _may_be_name(one.heading.split()[0], one)
        elif of_word[word] > 1 and (name in names or of_name[name] > 1):
            is_name = _may_be_name(one.heading.split()[-1], one)
        else:
            continue
        if not is_name or are_sides:
            one.takes(Use.NOTHING, REPEATED)
        elif name_key(one.heading) not in known:
            others = {other for other, count in of_name.items() if other and count > 1}
            words = {behind for _, _, behind in split.values() if of_word[behind] > 1}
            grid = {f"{other} {each}" for other in others for each in words}
            all_have_all = len(others) > 1 < len(words) and grid <= names
            one.may_be_detail = name in names or behind in names or all_have_all
    _leave_places(used)


def _may_be_name(word: str, column: SheetColumn) -> bool:
    """Return whether a word that stands in the headings of several players may be part of their
    names: Berg, (A)."""
    letters = word.strip("()[].")
    is_written_so = letters[:1].isalpha() and not letters[:1].islower()
    return is_written_so and not column.is_owned and not roles_of(letters)


def _leave_places(used: Sequence[SheetColumn]) -> None:
    """Leave out the places of the players beside their points: "R1", "R2", "R3"."""
    players = [one for one in used if one.use == Use.PLAYER]
    half = len(players) // 2
    named, numbered = players[:half], players[half:]
    if (
        half > 1
        and len(numbered) == half
        and numbered_alike(numbered)
        and not numbered_alike(named)
        and ranks_every_row(numbered)
        and not ranks_every_row(named)
    ):
        for one in numbered:
            one.takes(Use.NOTHING, REPEATED)


def _leave_worked_out(players: Sequence[SheetColumn], known: Collection[str]) -> None:
    """Leave out the columns that can be worked out from those of the players; of several the last
    first."""
    for column in reversed(players):
        used = [one for one in players if one.use == Use.PLAYER]
        others = [one for one in used if one is not column]
        if column.use != Use.PLAYER or name_key(column.heading) in known or len(others) < 2:
            continue
        if _names_several(column, others):
            column.takes(Use.NOTHING, WORKED_OUT)
            continue
        rows = list(rows_with(column, others))
        if len(rows) < ENOUGH:
            continue
        tests = {
            SUM: all(value == sum(rest) for value, rest in rows),
            PLAYER_COUNT: all(value == len(rest) for value, rest in rows),
            WORKED_OUT: word_of(column.heading) in _EXTREMES and is_extreme(rows),
            RUNNING_SUM: any(_adds_up(column, other) for other in others),
        }
        for reason, is_so in tests.items():
            if is_so and column.use == Use.PLAYER:
                column.takes(Use.NOTHING, reason)


_EXTREMES: Final = frozenset(
    [
        *("best", "worst", "min", "max", "highest", "lowest", "high", "low", "top", "record"),
        *("höchste", "niedrigste", "beste", "bester", "schlechteste", "meilleur", "pire"),
        *("mejor", "peor", "migliore", "peggiore", "hoogste", "laagste", "melhor", "pior"),
    ]
)


def is_extreme(rows: Sequence[tuple[int, Sequence[int]]]) -> bool:
    """Return whether a number is always the most, or always the fewest, of those beside it."""
    return any(all(rest and value == of(rest) for value, rest in rows) for of in (max, min))


def _names_several(column: SheetColumn, others: Sequence[SheetColumn]) -> bool:
    """Return whether a heading is those of two players with a column each, "Ann - Bob", and has
    what they have together, or the difference."""
    parts = {name_key(part) for part in re.split(r"\s*[-–−&+/]\s*", column.heading)}
    both = [other for other in others if name_key(other.heading) in parts]
    if len(parts) != 2 or len(both) != 2:
        return False
    rows = [(value, *rest) for value, rest in rows_with(column, both) if len(rest) == 2]
    return any(
        all(value == of(one, other) for value, one, other in rows)
        for of in (int.__add__, int.__sub__, lambda one, other: other - one)
    )


def _adds_up(column: SheetColumn, other: SheetColumn) -> bool:
    """Return whether a column has the running total of another."""
    total, totals = 0, set()
    for value, step in zip(column.cells, other.cells, strict=True):
        total += points_of(step) or 0
        if value is not None and points_of(value) != total:
            return False
        totals |= {total} if value is not None else set()
    return len(totals) >= ENOUGH and column.points() != other.points()


def rows_with(
    column: SheetColumn, others: Sequence[SheetColumn]
) -> Iterator[tuple[int, list[int]]]:
    """Yield each number of a column with those of the others in its row."""
    for row, cell in enumerate(column.cells):
        value = points_of(cell)
        if value is not None:
            others_here = (points_of(other.cells[row]) for other in others)
            yield value, [points for points in others_here if points is not None]
