"""Bands of ranks: the best and the worst rank a player's true strength could have."""

from typing import Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Floats, Ints
from zarleague.standings.ratings.interface import INTERVAL, Ratings

ROWS_AT_ONCE: Final = 128
"""Players that are compared with all others at a time, so that no P x P array is made."""


class Band(NamedTuple):
    """One player's rank by rating, and the best and worst rank the data allow."""

    player_id: int
    rank: int
    """From 1 within the group, equal ratings sharing the better rank."""
    best: int
    """One more than the players of the group surely above."""
    worst: int
    """The players of the group less those surely below."""


def rank_bands(ratings: Ratings, group: Ints) -> tuple[Band, ...]:
    """Return a band per player, best rank first, then by id: "could be 3rd to 6th".

    ``group`` (P,) numbers the players who can be compared at all, see `groups.Groups`.

    One player is surely above another if rated higher and if, by the hands alone, they differ by
    more than 1.96 standard deviations of that difference. Without a covariance, errors are taken as
    independent. Raises ValueError if the rater knows no deviations.
    """
    rank = ratings.ranks(group)
    best, worst = np.ones_like(rank), np.zeros_like(rank)
    for first in range(0, len(rank), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        apart = ratings.rating[rows, None] - ratings.rating
        together = group[rows, None] == group
        by_hands = ratings.middle[rows, None] - ratings.middle
        sure = together & (apart > 0.0)
        sure &= by_hands > INTERVAL * _deviation_of_difference(ratings, rows)
        best += sure.sum(axis=0)
        worst[rows] = together.sum(axis=1) - sure.sum(axis=1)
    return tuple(
        Band(int(ratings.player_ids[at]), int(rank[at]), int(best[at]), int(worst[at]))
        for at in np.lexsort((ratings.player_ids, rank))
    )


def _deviation_of_difference(ratings: Ratings, rows: slice) -> Floats:
    """Return the deviations of the differences of some players to all, a row each."""
    if ratings.deviation is None:
        raise ValueError("these ratings have no deviations")
    own = ratings.deviation**2
    both = own[rows, None] + own
    if ratings.covariance is not None:
        both -= 2.0 * ratings.covariance[rows]
    return np.asarray(np.sqrt(np.maximum(both, 0.0)))
