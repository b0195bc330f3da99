"""Recognise what the numbers of a spreadsheet count: points, points so far, wins or places."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from zarleague.exchange.history.columns import ENOUGH, FEW_HANDS, SheetColumn, are_places, with_use
from zarleague.exchange.history.gathered import SheetHand
from zarleague.exchange.history.gathering import MOST_WINS, begins_again, raw_hands
from zarleague.exchange.history.headings import Role, place_of
from zarleague.exchange.history.layout import Layout, Shape, Use, Values
from zarleague.exchange.history.sheets import NumberedRows

_CHANCE: Final = math.log(1000)
"""Numbers that only ever rise are running totals if that happens by chance once in so many files: n
rows are in order in one of n! cases."""
_PERHAPS: Final = math.log(20)
"""From here on it is asked whether they are."""
_NEARLY_ALL: Final = 0.8
"""Share of the rows that must agree."""
_DEVIATIONS: Final = 3.3
"""Standard deviations by which numbers must be nearer to those before than by chance."""
_LONG: Final = 5
"""Hands in a row from which on numbers that change little may be running totals."""


def values_by_heading(columns: Sequence[SheetColumn]) -> Values:
    """Return what players' numbers count if all their headings say so: "Ann wins", "Bob wins"; or
    that the names stand in the order of the places."""
    uses = [column.use for column in columns]
    names = with_use(columns, Use.NAME)
    if len(names) > 1 and Use.POINTS not in uses and place_of(names[0].heading):
        return Values.PLACES
    players = with_use(columns, Use.PLAYER, Use.POINTS)
    for role, values in ((Role.WINS, Values.WINS), (Role.PLACE, Values.PLACES)):
        if players and all(column.roles == (role,) for column in players):
            return values
    return Values.POINTS


def with_values(layout: Layout, rows: NumberedRows) -> tuple[Layout, bool, bool]:
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
        doubtful = rare >= _PERHAPS or any(
            sign(hands) for sign in (_drifts, _steps_are_hands, _follow, _leave_one_behind)
        )
        restarts = restarts if rare else _begin_again(hands)
        return layout, restarts, doubtful and layout.values == Values.POINTS
    shape = Shape.LONG_RUNNING if layout.shape.is_long else Shape.RUNNING
    layout = replace(layout, shape=shape, restarts=restarts)
    steps = raw_hands(rows, layout)
    return replace(layout, values=_counted(steps, layout)), restarts, False


def may_be_wins(layout: Layout, rows: NumberedRows) -> bool:
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
    if max(map(len, hands)) == 2 and both_win and len(sums) == 1 and 1 < max(sums) <= FEW_HANDS:
        return True  # 3:0, 0:3
    if sum(hand.count(0) == 1 for hand in hands) >= _NEARLY_ALL * len(hands):
        return False
    if sum(hand.count(0) == len(hand) - 1 for hand in hands) >= _NEARLY_ALL * len(hands):
        return False
    return max(map(max, hands)) <= FEW_HANDS or (len(sums) == 1 and max(sums) <= MOST_WINS)


def may_be_places(columns: Sequence[SheetColumn], layout: Layout, rows: NumberedRows) -> bool:
    """Return whether the numbers of each row are 1 to n, and nothing says whether 1 is the first
    place or the fewest points: no heading, no "1st", no two who share a place."""
    used = with_use(columns, Use.PLAYER, Use.POINTS)
    if layout.values != Values.PLACES or not used or values_by_heading(columns) == Values.PLACES:
        return False
    if any(not str(cell).strip().isdecimal() for one in used for cell in one.cells if cell):
        return False
    hands = [sorted(hand.points.values()) for hand in raw_hands(rows, layout)]
    return all(hand == [*range(1, len(hand) + 1)] for hand in hands)


def falls(layout: Layout, rows: NumberedRows) -> bool:
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


def _begin_again(hands: Sequence[SheetHand]) -> bool:
    """Return whether totals that may fall begin again each evening: the first of the later ones
    look like hands, where the differences do, or are nearer to 0 than to the last before."""
    turns = [
        (earlier.points, later.points)
        for earlier, later in pairwise(hands)
        if earlier.match != later.match and later.points
    ]
    if _steps_are_hands(hands):
        return bool(turns) and all(_is_like_a_hand([*later.values()]) for _, later in turns)
    begin = sum(abs(points) for _, later in turns for points in later.values())
    steps = sum(
        abs(points - earlier.get(player, 0))
        for earlier, later in turns
        for player, points in later.items()
    )
    return begin < steps


def _follow(hands: Sequence[SheetHand]) -> bool:
    """Return whether the numbers of players differ much less from one row, of an evening, to the
    next than they would in any other order, by von Neumann's ratio: of squared steps to squared
    deviations from the mean. For independent numbers it is 2 on average."""
    by_evening = len({hand.match for hand in hands}) == len(hands)  # else within each
    series: dict[tuple[object, int], list[int]] = {}
    for hand in hands:
        for player, points in hand.points.items():
            of = None if by_evening else hand.match
            series.setdefault((of, player), []).append(points)
    below, variance = 0.0, 0.0
    for numbers in series.values():
        count, mean = len(numbers), statistics.fmean(numbers)
        spread = sum((one - mean) ** 2 for one in numbers)
        if count >= _LONG and spread:
            steps = sum((later - earlier) ** 2 for earlier, later in pairwise(numbers))
            below += 2 - steps / spread
            variance += 4 * (count - 2) / ((count - 1) * (count + 1))
    return below > _DEVIATIONS * math.sqrt(variance) > 0


def _steps_are_hands(hands: Sequence[SheetHand]) -> bool:
    """Return whether the differences from row to row look like hands and the rows do not: one side
    wins what the other loses, or only one player gets something."""
    pairs = [
        (earlier, later)
        for earlier, later in pairwise(hands)
        if earlier.match == later.match and earlier.points.keys() == later.points.keys()
        if len(later.points) > 2
    ]
    steps = [
        _is_like_a_hand([later.points[one] - earlier.points[one] for one in later.points])
        for earlier, later in pairs
    ]
    rows = [_is_like_a_hand([*later.points.values()]) for _, later in pairs]
    return (
        len(steps) >= ENOUGH
        and sum(steps) >= _NEARLY_ALL * len(steps)
        and sum(rows) * 2 < len(rows)
    )


def _leave_one_behind(hands: Sequence[SheetHand]) -> bool:
    """Return whether nobody's number falls, and from each row to the next exactly one stays the
    same, though not in each row exactly one is 0: as in running totals where the winner of a hand
    has 0."""
    pairs = [*pairwise(hands)]
    within = [(one, other) for one, other in pairs if one.match == other.match]
    steps = [
        [points - earlier.points.get(player, points + 1) for player, points in later.points.items()]
        for earlier, later in within or pairs
    ]
    return (
        bool(steps)
        and all(min(step, default=-1) == 0 and step.count(0) == 1 < len(step) for step in steps)
        and any([*later.points.values()].count(0) != 1 for _, later in within or pairs)
    )


def _is_like_a_hand(points: Sequence[int]) -> bool:
    nothing = points.count(0)
    return nothing == len(points) - 1 or (not nothing and not sum(points) and len({*points}) == 2)


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
