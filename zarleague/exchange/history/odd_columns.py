"""Recognise columns whose numbers are not like those of the other players, to ask about them."""

import statistics
from collections.abc import Collection, Sequence
from typing import Final

from zarleague.exchange.history.cells import points_of, word_of
from zarleague.exchange.history.columns import (
    ENOUGH,
    FEW_HANDS,
    REPEATED,
    RUNNING_SUM,
    SheetColumn,
    steps_between,
)
from zarleague.exchange.history.headings import two_sides
from zarleague.exchange.history.layout import Use
from zarleague.exchange.history.player_columns import is_extreme, rows_with
from zarleague.leagues.names import name_key

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
    """Return the columns that may be what another player has beside the points, and those whose
    headings are words for something else, too."""
    return [place for place in strange if columns[place].may_be_detail or columns[place].is_word]


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


def _beside_two_sides(columns: Sequence[SheetColumn], strange: Sequence[int]) -> list[int]:
    """Return the columns beside "We" and "They", who are all that play."""
    players = [place for place, column in enumerate(columns) if column.use == Use.PLAYER]
    found = two_sides([columns[place].heading for place in players])
    return [
        place
        for place, column in enumerate(columns)
        if found and place in strange and word_of(column.heading) not in found
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
            and max(own) <= FEW_HANDS
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
