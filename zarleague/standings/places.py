"""Places within a hand or a match, and the points a place earns.

Places are those of a sports table: players with equal points share the better place and the
next place is left free (1, 2, 2, 4).
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

Score = TypeVar("Score", int, tuple[int, int], tuple[int, Fraction | int, int])


class SharedPlace(StrEnum):
    """How tied players divide the points of the places they fill."""

    SHARE = "share"
    """Equal parts, exact: two players in second place of 4-2-1-0 earn 1 1/2 each."""
    SHARE_WHOLE = "share-whole"
    """Equal parts rounded down to whole points: the same two earn 1 each."""
    BEST = "best"
    """Each earns the points of the best of these places: 2 each."""
    WORST = "worst"
    """Each earns the points of the worst of these places: 1 each."""


def places(
    points: Sequence[Score], *, high_wins: bool = False, ahead: int | None = None
) -> tuple[int, ...]:
    """Return each player's place, from 1, in the order of the given points. Points may be tuples;
    a later figure breaks ties of those before it. The player at the index ``ahead`` is ahead of
    others with the same points."""
    if ahead is not None:
        level = places(points, high_wins=high_wins)
        return tuple(
            place + (place == level[ahead] and at != ahead) for at, place in enumerate(level)
        )
    best_first = sorted(points, reverse=high_wins)
    first_seen: dict[Score, int] = {}
    for place, score in enumerate(best_first, start=1):
        first_seen.setdefault(score, place)
    return tuple(first_seen[score] for score in points)


def sharers(given: Sequence[int]) -> tuple[int, ...]:
    """Return the number of players who hold each place in ``given``."""
    held = Counter(given)
    return tuple(held[place] for place in given)


def place_points(
    place: int, sharing: int, scale: Sequence[Fraction | int], rule: SharedPlace = SharedPlace.SHARE
) -> Fraction:
    """Return the points of ``place``, held by ``sharing`` players, higher is better.

    ``scale`` lists the points from first place on, (4, 2, 1, 0) say; places beyond its end earn
    nothing.
    """
    filled = [
        Fraction(scale[index]) if index < len(scale) else Fraction(0)
        for index in range(place - 1, place - 1 + sharing)
    ]
    match rule:
        case SharedPlace.SHARE:
            return sum(filled, Fraction(0)) / sharing
        case SharedPlace.SHARE_WHOLE:
            return Fraction(sum(filled, Fraction(0)) // sharing)
        case SharedPlace.BEST:
            return filled[0]
        case SharedPlace.WORST:
            return filled[-1]
