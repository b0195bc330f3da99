"""Recognise which columns of numbers are those of players, which are worked out from them, and
which are not like those of the other players, to ask about them."""

import re
import statistics
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Final

from zarleague.exchange.history.cells import is_absent, points_of, word_of
from zarleague.exchange.history.columns import (
    ENOUGH,
    FEW_HANDS,
    Reason,
    SheetColumn,
    numbered_alike,
    ranks_every_row,
    steps_between,
    with_use,
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
            column.reason = Reason.COUNTER
            continue
        own = column.heading if name_key(column.heading) in known else None
        name, role = (own, None) if own else undecorated(column.heading)
        key = name_key(name)
        if key in best and key and order.index(roles[key]) <= order.index(role):
            if role is None:
                column.takes(Use.PLAYER, Reason.NUMBERS)  # a name twice is a problem of the file
            else:
                column.reason = Reason.REPEATED
            continue
        if key in best and key:
            best[key].takes(Use.NOTHING, Reason.REPEATED)
        reasons = {"number": Reason.NUMBERS, "mark": Reason.MARKS}
        column.takes(Use.PLAYER, reasons.get(column.kind, Reason.SOME_NUMBERS))
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
    used = with_use(players, Use.PLAYER)
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
            one.takes(Use.NOTHING, Reason.REPEATED)
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
    players = with_use(used, Use.PLAYER)
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
            one.takes(Use.NOTHING, Reason.REPEATED)


def _leave_worked_out(players: Sequence[SheetColumn], known: Collection[str]) -> None:
    """Leave out the columns that can be worked out from those of the players; of several the last
    first."""
    for column in reversed(players):
        used = with_use(players, Use.PLAYER)
        others = [one for one in used if one is not column]
        if column.use != Use.PLAYER or name_key(column.heading) in known or len(others) < 2:
            continue
        if _names_several(column, others):
            column.takes(Use.NOTHING, Reason.WORKED_OUT)
            continue
        rows = list(rows_with(column, others))
        if len(rows) < ENOUGH:
            continue
        tests = {
            Reason.SUM: all(value == sum(rest) for value, rest in rows),
            Reason.PLAYER_COUNT: all(value == len(rest) for value, rest in rows),
            Reason.WORKED_OUT: word_of(column.heading) in _EXTREMES and is_extreme(rows),
            Reason.RUNNING_SUM: any(_adds_up(column, other) for other in others),
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
    rows = zip(column.cells, column.numbers, other.numbers, strict=True)
    for value, number, step in rows:
        total += step or 0
        if value is not None and number != total:
            return False
        totals |= {total} if value is not None else set()
    return len(totals) >= ENOUGH and column.points() != other.points()


def rows_with(
    column: SheetColumn, others: Sequence[SheetColumn]
) -> Iterator[tuple[int, list[int]]]:
    """Yield each number of a column with those of the others in its row."""
    beside = zip(*(other.numbers for other in others), strict=True) if others else repeat(())
    for value, others_here in zip(column.numbers, beside, strict=False):
        if value is not None:
            yield value, [points for points in others_here if points is not None]


_TINY: Final = 5
"""What is counted beside points, such as jokers, is seldom more."""
_MANY: Final = 8
"""Rows after which a player will have won once."""


def odd_columns(columns: Sequence[SheetColumn], known: Collection[str]) -> tuple[int, ...]:
    """Return the columns under unknown names whose numbers are always the same but not 0, count on
    by one, or are all more than five times those of the others or none of them a fifth of what is
    usual; that stand apart, are written otherwise, never win where others do each time, or beside
    which the others add up to the same; and those beside players who are all known, if these are
    more."""
    players = {place: one for place, one in enumerate(columns) if one.use == Use.PLAYER}
    numbers = {place: column.points() for place, column in players.items()}
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
    # What another player may have beside the points, and words for something else, too.
    found += [place for place in strange if players[place].may_be_detail or players[place].is_word]
    found += _apart(columns)
    for sign in _SIGNS:
        found += sign(players)
    return tuple(sorted({*found} & {*strange}))


Players = Mapping[int, SheetColumn]
"""The columns of players by their places."""


def _apart(columns: Sequence[SheetColumn]) -> list[int]:
    """Return the columns that stand alone, apart from several others by a sum, words or nothing."""
    blocks: list[list[int]] = [[]]
    for place, column in enumerate(columns):
        if column.use == Use.PLAYER:
            blocks[-1].append(place)
        elif column.use == Use.NOTHING and column.reason not in (
            Reason.REPEATED,
            Reason.RUNNING_SUM,
        ):
            blocks.append([])
    most = max(map(len, blocks))
    return [block[0] for block in blocks if len(block) == 1 and most > 1]


def _unlike(players: Players) -> list[int]:
    """Return the columns whose headings are not written like the other players' names: with a word
    in small letters, a sign or a unit, where those have none."""
    unlike = [place for place, one in players.items() if not _is_like_a_name(one.heading)]
    return unlike if len(unlike) * 2 < len(players) else []


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


def _never_best(players: Players) -> list[int]:
    """Return the column that never wins, although in every row exactly one of the others is 0: in
    few rows only the first or the last one, if each of the others is 0 at some time."""
    rows = list(zip(*(map(points_of, one.cells) for one in players.values()), strict=True))
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
    return [[*players][at] for at in ends[-1:]]


def _beside_a_sum(players: Players) -> list[int]:
    """Return the column without which the numbers of every row add up to the same."""
    if len(players) < ENOUGH:
        return []
    cells = ([points_of(cell) or 0 for cell in one.cells] for one in players.values())
    rows = list(zip(*cells, strict=True))
    if len(rows) < ENOUGH or len({sum(row) for row in rows}) == 1:
        return []
    return [
        place
        for at, place in enumerate(players)
        if len({sum(row) - row[at] for row in rows}) == 1
        and len({row[:at] + row[at + 1 :] for row in rows}) > 1
    ]


def _beside_two_sides(players: Players) -> list[int]:
    """Return the columns beside "We" and "They", who are all that play."""
    found = two_sides([one.heading for one in players.values()])
    return [at for at, one in players.items() if found and word_of(one.heading) not in found]


def _always_extreme(players: Players) -> list[int]:
    """Return the columns that have the same as the best or the worst beside them in every row, and
    not always the same."""
    found = []
    for place, column in players.items():
        others = [one for one in players.values() if one is not column]
        rows = list(rows_with(column, others))
        if len(rows) >= ENOUGH and len(others) > 1 and len({value for value, _ in rows}) > 1:
            sums = {value + sum(beside) for value, beside in rows}
            found += [place] if is_extreme(rows) and len(sums) > 1 else []
    return found


def _always_small(players: Players) -> list[int]:
    """Return the column whose numbers are small, never 0, and in every row less than all others: on
    average less than half of them."""
    found = []
    for place, column in players.items() if len(players) > 2 else ():
        rows = list(rows_with(column, [one for one in players.values() if one is not column]))
        rest = [points for _, beside in rows for points in beside]
        own = [value for value, _ in rows]
        if (
            len(rows) >= ENOUGH
            and all(beside and 0 < value < min(beside) for value, beside in rows)
            and max(own) <= FEW_HANDS
            and statistics.fmean(own) * 2 < statistics.fmean(rest)
        ):
            found.append(place)
    return found


def _small_at_the_end(players: Players) -> list[int]:
    """Return the last columns, if their numbers are tiny and those of all before are not."""
    numbers = {place: column.points() for place, column in players.items()}
    left, small = [*players], list[int]()
    while left and (own := numbers[left[-1]]) and 0 <= min(own) <= max(own) <= _TINY:
        if own.count(0) * 2 >= len(own):  # somebody who nearly always wins
            break
        small.append(left.pop())
    rest = [points for place in left for points in numbers[place]]
    if len(left) < 2 or not small or min(len(numbers[one]) for one in small) < ENOUGH:
        return []
    most = max(statistics.fmean(numbers[one]) for one in small)
    are_small = most * 4 < statistics.fmean(map(abs, rest)) and all(
        most * 2 < statistics.fmean(map(abs, numbers[one])) for one in left if numbers[one]
    )
    return small if are_small else []


_SIGNS: Final = (
    *(_unlike, _never_best, _beside_a_sum, _beside_two_sides),
    *(_always_extreme, _always_small, _small_at_the_end),
)
